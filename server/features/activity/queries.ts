import { sql } from "kysely";
import { deleteInBatches } from "#server/platform/db/delete-in-batches.ts";
import type { Db } from "#server/platform/db/schema.ts";

export async function findFamilyIdsOf(db: Db, personId: number): Promise<number[]> {
  const found = await db
    .selectFrom("memberships")
    .select("family_id")
    .where("person_id", "=", personId)
    .execute();
  return found.map(({ family_id }) => family_id);
}

interface NewActivity {
  readonly familyIds: readonly number[];
  /** Null if nobody was signed in. */
  readonly personId: number | null;
  readonly kind: string;
  readonly details: object;
  readonly at: Date;
}

/** Adds the same entry to each of these families, under the person's present name. */
export const insertActivity = (trx: Db, { familyIds, personId, kind, details, at }: NewActivity) =>
  trx
    .insertInto("activity")
    .columns(["family_id", "person_id", "person_name", "kind", "details", "at"])
    .expression(
      trx
        .selectFrom("families as f")
        .leftJoin("people as p", (join) => join.on(sql<boolean>`p.id = ${personId}`))
        .select(["f.id", "p.id as person_id", "p.username"])
        .select(sql<string>`${kind}::text`.as("kind"))
        .select(sql<object>`${JSON.stringify(details)}::jsonb`.as("details"))
        .select(sql<Date>`${at}::timestamptz`.as("at"))
        .where("f.id", "in", familyIds),
    )
    .execute();

export async function findAdminIds(db: Db, familyIds: readonly number[]): Promise<number[]> {
  const admins = await db
    .selectFrom("memberships")
    .select("person_id")
    .where("family_id", "in", familyIds)
    .where("role", "=", "admin")
    .execute();
  return admins.map(({ person_id }) => person_id);
}

/** Newest first, from before this entry on. */
export const findActivity = (db: Db, familyId: number, before: number | undefined, max: number) =>
  db
    .selectFrom("activity")
    .select(["id", "at", "person_name", "kind", "details"])
    .where("family_id", "=", familyId)
    .$if(before !== undefined, (query) => query.where("id", "<", before ?? 0))
    .orderBy("id", "desc")
    .limit(max)
    .execute();

export const deleteActivityBefore = (db: Db, at: Date): Promise<void> =>
  deleteInBatches(db, "activity", ["family_id", "id"], sql`at < ${at}`);
