// What imports, and the deletion of accounts and families, need besides the personal-data.ts of each feature.
import { sql } from "kysely";
import { operatorName } from "#contract/operator/operator.ts";
import { callNumber } from "#server/features/families/queries.ts";
import { inPages, pageSize } from "#server/platform/db/pages.ts";
import type { Db, NewRow } from "#server/platform/db/schema.ts";

export const findOpenFamily = (db: Db, sessionId: number) =>
  db
    .selectFrom("families as f")
    .innerJoin("sessions as s", "s.family_id", "f.id")
    .select(["f.id", "f.name"])
    .where("s.id", "=", sessionId)
    .executeTakeFirst();

export const findFirstFamily = (db: Db, personId: number) =>
  db
    .selectFrom("families as f")
    .innerJoin("memberships as m", "m.family_id", "f.id")
    .select(["f.id", "f.name"])
    .where("m.person_id", "=", personId)
    .orderBy("m.joined_at")
    .orderBy("f.id")
    .limit(1)
    .executeTakeFirst();

/** The devices of a person on which no family is open. */
export async function findIdleSessionIds(db: Db, personId: number): Promise<number[]> {
  const idle = await db
    .selectFrom("sessions")
    .select("id")
    .where("person_id", "=", personId)
    .where("family_id", "is", null)
    .execute();
  return idle.map(({ id }) => id);
}

export async function findCallNumber(db: Db, personId: number): Promise<string | null> {
  const { number } = await db
    .selectFrom("people")
    .select(callNumber("people").as("number"))
    .where("id", "=", personId)
    .executeTakeFirstOrThrow();
  return number;
}

/** Returns whether the deletion is still wanted, and keeps it from being withdrawn until the transaction ends. */
export async function lockAccountDeletion(trx: Db, personId: number): Promise<boolean> {
  const request = trx.selectFrom("account_deletions").select("person_id").where("person_id", "=", personId);
  return (await request.forUpdate().executeTakeFirst()) !== undefined;
}

export const deleteParticipations = (trx: Db, personId: number) =>
  trx.deleteFrom("participants").where("person_id", "=", personId).execute();

/** This is all that is retained of the account. It lets the restore of an older backup delete the account again. */
export const insertDeletedPerson = (trx: Db, personId: number) =>
  trx
    .insertInto("deleted_people")
    .columns(["person_id", "account_created_at"])
    .expression(trx.selectFrom("people").select(["id", "created_at"]).where("id", "=", personId))
    .onConflict((conflict) => conflict.doNothing())
    .execute();

export async function findDeletionTime(db: Db, familyId: number): Promise<Date | null> {
  const deletion = db.selectFrom("family_deletions").select("due_at").where("family_id", "=", familyId);
  return (await deletion.executeTakeFirst())?.due_at ?? null;
}

/** Replaces an earlier request of the same family. */
export async function upsertFamilyDeletion(
  trx: Db,
  { family_id, ...request }: NewRow<"family_deletions">,
): Promise<void> {
  await trx
    .insertInto("family_deletions")
    .values({ family_id, ...request })
    .onConflict((conflict) => conflict.column("family_id").doUpdateSet(request))
    .execute();
}

/** Withdraws a request that was made since then, and returns whether there was one. */
export async function withdrawFamilyDeletion(
  trx: Db,
  familyId: number,
  requestedSince: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("family_deletions")
    .set({ due_at: null })
    .where("family_id", "=", familyId)
    .where("due_at", "is not", null)
    .where("requested_at", ">", requestedSince)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

interface DeletionRequest {
  readonly familyId: number;
  readonly requestedAt: Date;
}

/** To somebody who is no longer a member, it says neither the family's name nor who asked. */
export const findFamilyDeletion = (db: Db, { familyId, requestedAt }: DeletionRequest, viewerId: number) =>
  db
    .selectFrom("family_deletions as d")
    .innerJoin("families as f", "f.id", "d.family_id")
    .leftJoin("memberships as m", (join) =>
      join.onRef("m.family_id", "=", "d.family_id").on("m.person_id", "=", viewerId),
    )
    .leftJoin("people as p", (join) =>
      join.onRef("p.id", "=", "d.requested_by").on("m.person_id", "is not", null),
    )
    .select(["d.requested_at", "d.due_at"])
    .select(
      sql<
        string | null
      >`case when m.person_id is not null and d.is_by_operator then ${operatorName} else p.username end`.as(
        "askedBy",
      ),
    )
    .select((select) =>
      select.case().when("m.person_id", "is not", null).then(select.ref("f.name")).end().as("familyName"),
    )
    .where("d.family_id", "=", familyId)
    .where("d.requested_at", "=", requestedAt)
    .executeTakeFirst();

const nameOfAsker = sql<string | null>`case when d.is_by_operator then ${operatorName} else p.username end`;

/** Leaves out families that stay after all. People who have been removed since the request are told, too. */
export const findDeletionsOfMessages = (db: Db, messageIds: readonly number[]) =>
  db
    .selectFrom("messages as m")
    .innerJoin("family_deletions as d", "d.family_id", "m.family_id")
    .innerJoin("families as f", "f.id", "d.family_id")
    .innerJoin("participants as b", (join) =>
      join.onRef("b.family_id", "=", "d.family_id").onRef("b.person_id", "=", "m.person_id"),
    )
    .leftJoin("memberships as s", (join) =>
      join.onRef("s.family_id", "=", "b.family_id").onRef("s.person_id", "=", "b.person_id"),
    )
    .leftJoin("people as p", "p.id", "d.requested_by")
    .select(["m.id as messageId", "d.family_id as familyId", "b.person_id as personId", "b.role"])
    .select((select) => [
      select("s.person_id", "is not", null).$castTo<boolean>().as("isMember"),
      select("d.requested_by", "is not distinct from", select.ref("b.person_id"))
        .$castTo<boolean>()
        .as("isOwnRequest"),
    ])
    .select(["f.name as familyName", "f.time_zone as timeZone"])
    .select(nameOfAsker.as("askedBy"))
    .select(["d.requested_at as requestedAt", "d.due_at as dueAt"])
    .where("m.id", "in", messageIds)
    .where("d.due_at", "is not", null)
    .$narrowType<{ dueAt: Date }>()
    .execute();

/** The members of a family, and those who were removed since then, with the addresses of their accounts. */
export const findPeopleToTell = (db: Db, familyId: number, removedSince: Date) =>
  db
    .selectFrom("participants as a")
    .innerJoin("people as p", "p.id", "a.person_id")
    .leftJoin("memberships as m", (join) =>
      join.onRef("m.family_id", "=", "a.family_id").onRef("m.person_id", "=", "a.person_id"),
    )
    .select(["p.id", "p.phone_number", "p.email"])
    .where("a.family_id", "=", familyId)
    .where(({ or, eb }) => or([eb("m.person_id", "is not", null), eb("a.removed_at", ">", removedSince)]))
    .execute();

type Deleted = Readonly<{ id: number; createdAt: Date; deletedAt: Date }>;

/** Lists the accounts that were deleted since then, oldest first. */
export const findDeletedPeople = (db: Db, since: Date) =>
  inPages<Deleted>((last) =>
    db
      .selectFrom("deleted_people")
      .select(["person_id as id", "account_created_at as createdAt", "deleted_at as deletedAt"])
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple("deleted_at", "person_id"), ">", tuple(last?.deletedAt ?? since, last?.id ?? 0)),
      )
      .orderBy("deleted_at")
      .orderBy("person_id")
      .limit(pageSize)
      .execute(),
  );

/** Lists the families that were deleted since then, oldest first. */
export const findDeletedFamilies = (db: Db, since: Date) =>
  inPages<Deleted>((last) =>
    db
      .selectFrom("deleted_families")
      .select(["id", "created_at as createdAt", "deleted_at as deletedAt"])
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple("deleted_at", "id"), ">", tuple(last?.deletedAt ?? since, last?.id ?? 0)),
      )
      .orderBy("deleted_at")
      .orderBy("id")
      .limit(pageSize)
      .execute(),
  );

interface Created {
  readonly id: number;
  /** To the millisecond, as the list of deletions has it. */
  readonly createdAt: Date;
}

// The due time is long past, so that the server deletes the row as soon as it runs, and no link can undo that.
const longAgo = new Date(0);

const toMillisecond = (column: "created_at") => sql<Date>`date_trunc('milliseconds', ${sql.ref(column)})`;

/** Returns whether there is such an account. Its devices are signed out. */
export async function planAccountDeletionAgain(db: Db, { id, createdAt }: Created): Promise<boolean> {
  const found = db.selectFrom("people").select("id").where("id", "=", id);
  if (!(await found.where(toMillisecond("created_at"), "=", createdAt).executeTakeFirst())) return false;
  await db
    .insertInto("account_deletions")
    .values({ person_id: id, requested_at: longAgo, due_at: longAgo })
    .onConflict((conflict) => conflict.column("person_id").doUpdateSet({ due_at: longAgo }))
    .execute();
  await db.deleteFrom("sessions").where("person_id", "=", id).execute();
  return true;
}

/** Returns whether there is such a family. Its people stay signed in, with another of their families open if they have one. */
export async function planFamilyDeletionAgain(db: Db, { id, createdAt }: Created): Promise<boolean> {
  const again = { requested_by: null, is_by_operator: false, requested_at: longAgo, due_at: longAgo };
  const found = db.selectFrom("families").select("id").where("id", "=", id);
  if (!(await found.where(toMillisecond("created_at"), "=", createdAt).executeTakeFirst())) return false;
  await upsertFamilyDeletion(db, { family_id: id, ...again });
  const members = db.selectFrom("memberships").select("person_id").where("family_id", "=", id);
  await db
    .updateTable("sessions")
    .set({
      family_id: (select) =>
        select
          .selectFrom("memberships as m")
          .select("m.family_id")
          .whereRef("m.person_id", "=", "sessions.person_id")
          .where("m.family_id", "<>", id)
          .orderBy("m.joined_at")
          .orderBy("m.family_id")
          .limit(1),
    })
    .where("person_id", "in", members)
    .where("family_id", "=", id)
    .execute();
  return true;
}
