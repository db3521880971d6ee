// Everything of a family that moves to another cell, but for the bytes of its files. All rows keep their ids.
import { type RawBuilder, sql } from "kysely";
import * as z from "zod/mini";
import type { Db } from "#server/platform/db/schema.ts";
import { NotFound } from "#server/platform/errors.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import { type MovedTable, movedTables, type Owners, rowsOf } from "./tables.ts";

/** A row as PostgreSQL writes it in JSON. Sealed columns have what was sealed, in hexadecimal digits like all bytes. */
const StoredRow = z.record(z.string(), z.unknown());
export type StoredRow = z.output<typeof StoredRow>;

/**
 * A `mover` leaves the old cell. Others have another family there as well. Of somebody who left the family, only the name
 * comes along.
 */
const MovedPerson = z.object({ kind: z.enum(["mover", "other", "former"]), row: StoredRow });
export type MovedPerson = z.output<typeof MovedPerson>;

/** A file that was sent ahead. A person's own picture belongs to no family. */
const MovedFile = z.object({ id: z.int(), isOfFamily: z.boolean() });
export type MovedFile = z.output<typeof MovedFile>;

export const FamilyContent = z.object({
  /** Both cells must have the same tables. */
  migrations: z.array(z.string()),
  family: StoredRow,
  people: z.array(MovedPerson),
  media: z.array(MovedFile),
  tables: z.record(z.string(), z.array(StoredRow)),
});
export type FamilyContent = z.output<typeof FamilyContent>;

export async function appliedMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name || ' ' || checksum as name from migrations order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Reads rows, and locks them until the transaction ends: nobody changes them or adds rows that refer to them. */
async function lockedRows(trx: Db, table: string, where: RawBuilder<unknown>): Promise<StoredRow[]> {
  const { rows } = await sql<{ row: StoredRow }>`
    select row_to_json(t) as row from ${sql.table(table)} t where ${where} for update`.execute(trx);
  return rows.map(({ row }) => row);
}

const isSealed = (column: string): boolean => column.startsWith("sealed_");

/** Changes the sealed values of a row, such as by opening them with the key of the old server. */
export const withSealed = (row: StoredRow, change: (value: Buffer) => Buffer): StoredRow =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => {
      if (!isSealed(column) || typeof value !== "string") return [column, value];
      return [column, `\\x${change(Buffer.from(value.slice("\\x".length), "hex")).toString("hex")}`];
    }),
  );

interface Participant {
  readonly id: number;
  readonly kind: MovedPerson["kind"];
}

/** An operator keeps the account at their own server. */
async function findParticipants(trx: Db, familyId: number): Promise<Participant[]> {
  const { rows } = await sql<Participant>`
    select a.person_id as id, case
        when m.person_id is null then 'former'
        when p.is_operator or exists (
          select from memberships o where o.person_id = a.person_id and o.family_id <> a.family_id
        ) then 'other'
        else 'mover'
      end as kind
    from participants a join people p on p.id = a.person_id
    left join memberships m on m.family_id = a.family_id and m.person_id = a.person_id
    where a.family_id = ${familyId} order by a.person_id`.execute(trx);
  return rows;
}

function ownersAmong(participants: readonly Participant[], familyId: number): Owners {
  const ids = (kind: MovedPerson["kind"]) =>
    participants.filter((one) => one.kind === kind).map(({ id }) => id);
  return { familyId, movers: ids("mover"), others: ids("other") };
}

/** They can change until the family is locked. */
export const findOwners = async (db: Db, familyId: number): Promise<Owners> =>
  ownersAmong(await findParticipants(db, familyId), familyId);

const nameOnly = ({ id, username, created_at, named_at }: StoredRow): StoredRow => ({
  id,
  username,
  created_at,
  named_at,
  has_chosen_password: false,
  shares_puzzle: false,
  takes_calls: false,
});

export interface LockedFamily {
  readonly content: FamilyContent;
  readonly owners: Owners;
}

/**
 * Locks all that moves with a family, those that others refer to first, so that whatever was acknowledged before is read
 * and nothing is acknowledged after that until the transaction ends.
 */
export async function lockContent(trx: Db, secrets: Secrets, familyId: number): Promise<LockedFamily> {
  const [family] = await lockedRows(trx, "families", sql`id = ${familyId}`);
  if (!family) throw new NotFound("This family has been deleted meanwhile.");
  await lockedRows(trx, "participants", sql`family_id = ${familyId}`);
  const participants = await findParticipants(trx, familyId);
  const owners = ownersAmong(participants, familyId);
  const kinds = new Map(participants.map(({ id, kind }) => [id, kind]));
  const stored = await lockedRows(trx, "people", sql`id = any (${[...kinds.keys()]}::integer[])`);
  const people = stored.map((row): MovedPerson => {
    const kind = kinds.get(Number(row.id)) ?? "former";
    return { kind, row: kind === "former" ? nameOnly(row) : row };
  });
  const tables: Record<string, StoredRow[]> = {};
  for (const table of await movedTables(trx))
    tables[table.name] = await openedRows(trx, secrets, table, owners);
  const media = await findMedia(trx, owners);
  return { owners, content: { migrations: await appliedMigrations(trx), family, people, media, tables } };
}

async function openedRows(
  trx: Db,
  secrets: Secrets,
  table: MovedTable,
  owners: Owners,
): Promise<StoredRow[]> {
  const rows = await lockedRows(trx, table.name, rowsOf(table, owners));
  return rows.map((row) => withSealed(row, secrets.openBytes));
}

/** The files of a family, and the pictures of its members. */
export async function findMedia(db: Db, { familyId, movers, others }: Owners): Promise<MovedFile[]> {
  const { rows } = await sql<MovedFile>`
    select id, true as "isOfFamily" from media where family_id = ${familyId}
    union all
    select media_id, false from people_pictures
    where person_id = any (${[...movers, ...others]}::integer[])`.execute(db);
  return rows;
}
