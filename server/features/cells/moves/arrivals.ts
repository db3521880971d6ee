// A family arrives from another cell.
import { sql } from "kysely";
import { recordActivity } from "#server/features/activity/activity.ts";
import { allowLongStatements } from "#server/features/families/queries.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { Conflict } from "#server/platform/errors.ts";
import { wake } from "#server/platform/jobs/worker.ts";
import { publish } from "#server/platform/live/publish.ts";
import { urgentMessages } from "#server/platform/messages/dispatch.ts";
import type { World } from "#server/platform/world.ts";
import { enqueueMovedMessages } from "../moved-kind.ts";
import {
  appliedMigrations,
  type FamilyContent,
  type MovedPerson,
  type StoredRow,
  withSealed,
} from "./content.ts";
import { claimMedia, deleteUnusedPictures } from "./media.ts";
import { type MovedTable, movedTables, ofDevices } from "./tables.ts";

async function insertRows(
  trx: Db,
  table: string,
  columns: readonly string[],
  rows: readonly StoredRow[],
  onConflict = sql``,
): Promise<void> {
  if (rows.length === 0) return;
  const list = sql.join(columns.map((column) => sql.ref(column)));
  await sql`insert into ${sql.table(table)} (${list}) overriding system value
    select ${list} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)
    ${onConflict}`.execute(trx);
}

async function columnsOf(trx: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname::text as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(
    trx,
  );
  return rows.map(({ name }) => name);
}

/** Whether the family is here already, so that a second delivery changes nothing. */
async function isHere(trx: Db, { id, created_at }: StoredRow): Promise<boolean> {
  const { rows } = await sql<{ isSame: boolean }>`
    select created_at = ${created_at}::timestamptz as "isSame" from families where id = ${id}`.execute(trx);
  const [found] = rows;
  if (found && !found.isSame) throw new Conflict(`This cell has another family with the number ${id}.`);
  return found !== undefined;
}

/** An account that this cell has, and the person who comes with its number or address. */
interface KnownPerson {
  readonly comes: number;
  readonly here: number;
}

/**
 * People who have an account here go on with it. Somebody of whom only the name is here, because they had left a family that
 * moved before, gets an account.
 */
async function findKnown(trx: Db, people: readonly MovedPerson[]): Promise<KnownPerson[]> {
  const rows = JSON.stringify(people.map(({ row }) => row));
  const found = await sql<KnownPerson>`
    with coming as (select id, phone_number, email from json_populate_recordset(null::people, ${rows}::json))
    select distinct on (comes) comes, here from (
      select c.id as comes, p.id as here, 1 as rank from coming c join people p on p.id = c.id
      where p.phone_number is not null or p.email is not null
      union all
      select c.id, p.id, 2 from coming c join people p on p.phone_number = c.phone_number
      union all
      select c.id, p.id, 3 from coming c join people p on lower(p.email) = lower(c.email)
    ) as known order by comes, rank`.execute(trx);
  return found.rows;
}

/** They would become one person, in one family. */
function refuseSharedAccounts(people: readonly MovedPerson[], known: readonly KnownPerson[]): void {
  const names = new Map(people.map(({ row }) => [Number(row.id), String(row.username)]));
  for (const sharing of Map.groupBy(known, ({ here }) => here).values()) {
    if (sharing.length === 1) continue;
    const listed = sharing.map(({ comes }) => names.get(comes)).join(" and ");
    throw new Conflict(`At that cell, one account has the numbers or e-mail addresses of ${listed}.`);
  }
}

/** Nobody runs this server because they run another one. */
const rowsAmong = (people: readonly MovedPerson[]): StoredRow[] =>
  people.map(({ row }) => ({ ...row, is_operator: false }));

/** Returns the ids of those who come with their account. */
async function insertPeople(
  trx: Db,
  people: readonly MovedPerson[],
  known: ReadonlyMap<number, number>,
): Promise<Set<number>> {
  const columns = await columnsOf(trx, "people");
  const unknown = people.filter(({ row }) => !known.has(Number(row.id)));
  const coming = rowsAmong(unknown.filter(({ kind }) => kind !== "former"));
  const former = rowsAmong(unknown.filter(({ kind }) => kind === "former"));
  const values = columns
    .filter((column) => column !== "id")
    .map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`);
  const replace = sql`on conflict (id) do update set ${sql.join(values)}`;
  await insertRows(trx, "people", columns, coming, replace);
  await insertRows(trx, "people", columns, former, sql`on conflict (id) do nothing`);
  return new Set(coming.map(({ id }) => Number(id)));
}

interface Arriving {
  readonly known: ReadonlyMap<number, number>;
  readonly newcomers: ReadonlySet<number>;
}

/** The rows with the ids that their people have here. */
function rowsHere(
  table: MovedTable,
  rows: readonly StoredRow[],
  { known, newcomers }: Arriving,
): StoredRow[] {
  const wanted =
    table.owner === "people" && !ofDevices.includes(table.name)
      ? rows.filter(({ person_id }) => newcomers.has(Number(person_id)))
      : rows;
  return wanted.map((row) => {
    const changed = table.people.map((column) => [column, known.get(Number(row[column])) ?? row[column]]);
    return { ...row, ...Object.fromEntries(changed) };
  });
}

async function insertAll(
  world: World,
  trx: Db,
  { family, people, media, tables }: FamilyContent,
): Promise<void> {
  const familyId = Number(family.id);
  const accounts = await findKnown(trx, people);
  refuseSharedAccounts(people, accounts);
  const known = new Map(accounts.map(({ comes, here }) => [comes, here]));
  await insertRows(trx, "families", await columnsOf(trx, "families"), [family]);
  const newcomers = await insertPeople(trx, people, known);
  await claimMedia(trx, familyId, media);
  for (const table of await movedTables(trx)) {
    const rows = rowsHere(table, tables[table.name] ?? [], { known, newcomers });
    const sealed = rows.map((row) => withSealed(row, world.secrets.seal));
    const onConflict = table.owner === "people" ? sql`on conflict do nothing` : sql``;
    await insertRows(trx, table.name, table.columns, sealed, onConflict);
  }
  await deleteUnusedPictures(trx, media);
}

class Rehearsed extends Error {}

interface Arrival {
  readonly content: FamilyContent;
  /** The host name of the cell that it comes from. */
  readonly from: string;
  /** Nothing is kept of a rehearsal. */
  readonly isRehearsal: boolean;
}

async function arrive(world: World, trx: Db, { content, from, isRehearsal }: Arrival): Promise<void> {
  const { family, migrations } = content;
  await allowLongStatements(trx);
  if (await isHere(trx, family)) {
    if (isRehearsal) throw new Conflict("This family is at that cell already.");
    return;
  }
  if ((await appliedMigrations(trx)).join() !== migrations.join())
    throw new Conflict("The two cells run different versions of Porchlight. Please update both first.");
  const familyId = Number(family.id);
  await trx.deleteFrom("moved_families").where("id", "=", familyId).execute();
  await insertAll(world, trx, content);
  const at = world.clock.now();
  const doing = { familyId, personId: null, at };
  await recordActivity(trx, doing, { kind: "family-moved", from });
  await enqueueMovedMessages(trx, { familyId, from }, at);
  await publish(trx, familyId, "everything");
  await wake(trx, urgentMessages.name);
  await sql`set constraints all immediate`.execute(trx);
  if (isRehearsal) throw new Rehearsed();
}

/** All of it is stored, or nothing. Resolves as well if the family has arrived before. */
export async function receiveFamily(world: World, arrival: Arrival): Promise<void> {
  try {
    await world.database.deletions.transaction().execute((trx) => arrive(world, trx, arrival));
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error;
  }
}
