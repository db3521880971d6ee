import { type Expression, type RawBuilder, sql } from "kysely";
import { jsonArrayFrom, jsonObjectFrom } from "kysely/helpers/postgres";
import type { Role } from "#contract/families.ts";
import { operatorName } from "#contract/operator/operator.ts";
import type { Db, NewRow, Row } from "#server/platform/db/schema.ts";

/** The number at which the family calls a person. Somebody who signed up without a phone may have given one. */
export const callNumber = (person: string) =>
  sql<string | null>`coalesce(${sql.ref(`${person}.phone_number`)}, ${sql.ref(`${person}.call_number`)})`;

/** Deleting years of a family's life takes longer than an ordinary statement may. */
export const allowLongStatements = (trx: Db) => sql`set local statement_timeout = '60s'`.execute(trx);

/** The people of a family, in the order in which they joined. */
const members = (db: Db, familyId: number) =>
  db
    .selectFrom("memberships as m")
    .innerJoin("people as p", "p.id", "m.person_id")
    .leftJoin("people_pictures as i", "i.person_id", "p.id")
    .select(["p.id", "p.username as name", "m.role", "i.id as pictureId"])
    .select(callNumber("p").as("phoneNumber"))
    .select((select) =>
      jsonObjectFrom(
        select
          .selectFrom("birthdays as b")
          .select(["b.month", "b.day", "b.year"])
          .whereRef("b.family_id", "=", "m.family_id")
          .whereRef("b.person_id", "=", "m.person_id"),
      ).as("birthday"),
    )
    .where("m.family_id", "=", familyId)
    .orderBy("m.joined_at")
    .orderBy("p.id");

export const findFamily = (db: Db, familyId: number) =>
  db
    .selectFrom("families as f")
    .leftJoin("escalation_plans as e", "e.family_id", "f.id")
    .leftJoin("family_deletions as d", (join) =>
      join.onRef("d.family_id", "=", "f.id").on("d.due_at", "is not", null),
    )
    .leftJoin("people as a", "a.id", "d.requested_by")
    .select(["f.id", "f.name", "f.time_zone as timeZone", "f.country"])
    .select(["f.has_puzzle_library as puzzleLibrary", "e.first_contact_id as firstContactId"])
    .select(["f.has_hellos as hellos", "f.has_birthdays as birthdays", "f.has_lights as lights"])
    .select(["f.has_weekly_question as weeklyQuestion", "f.has_sunday_letter as sundayLetter"])
    .select("d.due_at as deletionDueAt")
    .select(
      sql<string | null>`case when d.is_by_operator then ${operatorName} else a.username end`.as(
        "deletionAskedBy",
      ),
    )
    .select(jsonArrayFrom(members(db, familyId)).as("members"))
    .where("f.id", "=", familyId)
    .executeTakeFirst();

export const findMembers = (db: Db, familyId: number) =>
  members(db, familyId)
    .select((select) =>
      select
        .selectFrom("sessions as s")
        .select((columns) => columns.fn.max<Date | null>("s.last_used_at").as("at"))
        .whereRef("s.family_id", "=", "m.family_id")
        .whereRef("s.person_id", "=", "m.person_id")
        .as("lastSeenAt"),
    )
    .execute();

export const findFamilySettings = (db: Db, familyId: number): Promise<Row<"families">> =>
  db.selectFrom("families").selectAll().where("id", "=", familyId).executeTakeFirstOrThrow();

export const updateFamilySettings = (
  db: Db,
  familyId: number,
  settings: Partial<NewRow<"families">>,
): Promise<Row<"families">> =>
  db
    .updateTable("families")
    .set(settings)
    .where("id", "=", familyId)
    .returningAll()
    .executeTakeFirstOrThrow();

export async function findTimeZone(db: Db, familyId: number): Promise<string> {
  const { time_zone } = await db
    .selectFrom("families")
    .select("time_zone")
    .where("id", "=", familyId)
    .executeTakeFirstOrThrow();
  return time_zone;
}

/** Fails with PostgreSQL's error for a parameter when the database does not know the time zone. */
export const tryTimeZone = (db: Db, timeZone: string) =>
  sql`select now() at time zone ${timeZone}::text`.execute(db);

/** The date at this time on the clock of a row of `families`. */
export const dayOfFamily = (now: Date): RawBuilder<string> =>
  sql<string>`(${now}::timestamptz at time zone time_zone)::date`;

export async function findDay(db: Db, familyId: number, now: Date): Promise<string> {
  const { day } = await db
    .selectFrom("families")
    .select(dayOfFamily(now).as("day"))
    .where("id", "=", familyId)
    .executeTakeFirstOrThrow();
  return day;
}

/**
 * The time at which the day after that of `at` begins in a time zone. Where clocks are set back over midnight, the day
 * begins before its last 00:00. So each quarter of an hour before that is checked: time zones differ by multiples of a
 * quarter of an hour.
 */
export const nextDayAfter = (at: Expression<Date>, timeZone: Expression<string>): RawBuilder<Date> =>
  sql<Date>`(select min(start)
    from (select (${at} at time zone ${timeZone})::date as today) as clock
    cross join lateral (select (today + 1)::timestamp at time zone ${timeZone} as midnight) as last
    cross join generate_series(midnight - interval '3 hours', midnight, interval '15 minutes') as start
    where (start at time zone ${timeZone})::date > today)`;

/** When the clock alone begins the next day of a family. */
export async function findNextDay(db: Db, familyId: number, now: Date): Promise<Date> {
  const { at } = await db
    .selectFrom("families")
    .select(nextDayAfter(sql<Date>`${now}::timestamptz`, sql.ref<string>("time_zone")).as("at"))
    .where("id", "=", familyId)
    .executeTakeFirstOrThrow();
  return at;
}

/** Other transactions that want this lock wait until this one ends. */
export const lockFamily = (trx: Db, familyId: number) =>
  trx.selectFrom("families").select("id").where("id", "=", familyId).forNoKeyUpdate().execute();

/** Counts the rows of a `from` clause. */
export async function countStored(db: Db, stored: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from ${stored}`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function insertFamily(db: Db, family: NewRow<"families">): Promise<number> {
  const { id } = await db.insertInto("families").values(family).returning("id").executeTakeFirstOrThrow();
  return id;
}

/** Set in the transaction in which the last member leaves. Searching for empty families would read all families. */
export const setDeletionTime = (db: Db, familyId: number, deleteAt: Date | null) =>
  db.updateTable("families").set({ delete_at: deleteAt }).where("id", "=", familyId).execute();

/** Returns false if the person is already in the family. */
export async function insertMembership(db: Db, membership: NewRow<"memberships">): Promise<boolean> {
  const inserted = await db
    .insertInto("memberships")
    .values(membership)
    .onConflict((conflict) => conflict.doNothing())
    .returning("person_id")
    .executeTakeFirst();
  return inserted !== undefined;
}

interface MembershipKey {
  readonly familyId: number;
  readonly personId: number;
}

/** `isLeaving` is true for somebody who has asked for their account to be deleted. */
export const findMembershipsForUpdate = (trx: Db, familyId: number) =>
  trx
    .selectFrom("memberships as m")
    .innerJoin("people as p", "p.id", "m.person_id")
    // Found by key for each member, because otherwise PostgreSQL reads all accounts that are about to be deleted.
    .leftJoinLateral(
      (select) =>
        select
          .selectFrom("account_deletions")
          .select("person_id")
          .whereRef("person_id", "=", "m.person_id")
          .offset(0)
          .as("d"),
      (join) => join.onTrue(),
    )
    .select(["m.person_id", "m.role", "p.username as name"])
    .select((select) => select("d.person_id", "is not", null).$castTo<boolean>().as("isLeaving"))
    .where("m.family_id", "=", familyId)
    .orderBy("m.joined_at")
    .orderBy("m.person_id")
    .forUpdate("m")
    .execute();

/** If the person is being removed at this moment, this waits for it. */
export async function isMemberForKeyShare(trx: Db, { familyId, personId }: MembershipKey): Promise<boolean> {
  const membership = await trx
    .selectFrom("memberships")
    .select("family_id")
    .where("family_id", "=", familyId)
    .where("person_id", "=", personId)
    .forKeyShare()
    .executeTakeFirst();
  return membership !== undefined;
}

export const updateRole = (trx: Db, { familyId, personId, role }: MembershipKey & { role: Role }) =>
  trx
    .updateTable("memberships")
    .set({ role })
    .where("family_id", "=", familyId)
    .where("person_id", "=", personId)
    .execute();

export const deleteMembership = (trx: Db, { familyId, personId }: MembershipKey) =>
  trx.deleteFrom("memberships").where("family_id", "=", familyId).where("person_id", "=", personId).execute();

export const deleteMemberships = (trx: Db, familyId: number) =>
  trx.deleteFrom("memberships").where("family_id", "=", familyId).execute();

/** Returns whether a family has any members. */
export async function hasMembers(db: Db, familyId: number): Promise<boolean> {
  const member = db.selectFrom("memberships").select("person_id").where("family_id", "=", familyId).limit(1);
  return (await member.executeTakeFirst()) !== undefined;
}

export async function hasFamily(db: Db, personId: number): Promise<boolean> {
  const membership = db.selectFrom("memberships").select("family_id").where("person_id", "=", personId);
  return (await membership.limit(1).executeTakeFirst()) !== undefined;
}

const findFamilyIdsIn = async (db: Db, table: "memberships" | "participants", personId: number) => {
  const rows = await db
    .selectFrom(table)
    .select("family_id")
    .where("person_id", "=", personId)
    .orderBy("family_id")
    .execute();
  return rows.map(({ family_id }) => family_id);
};

export const findFamilyIds = (db: Db, personId: number): Promise<number[]> =>
  findFamilyIdsIn(db, "memberships", personId);

/** Includes families that the person has left, because what they did there is still theirs. */
export const findFamilyIdsEver = (db: Db, personId: number): Promise<number[]> =>
  findFamilyIdsIn(db, "participants", personId);

export const markRemoved = (trx: Db, { familyId, personId }: MembershipKey, removedAt: Date) =>
  trx
    .updateTable("participants")
    .set({ removed_at: removedAt })
    .where("family_id", "=", familyId)
    .where("person_id", "=", personId)
    .execute();

export const findNumbersForUpdate = (trx: Db, personId: number) =>
  trx
    .selectFrom("people")
    .select(["phone_number", "call_number"])
    .where("id", "=", personId)
    .forUpdate()
    .executeTakeFirstOrThrow();

export const setOpenFamily = (db: Db, sessionId: number, familyId: number) =>
  db.updateTable("sessions").set({ family_id: familyId }).where("id", "=", sessionId).execute();

/** Opens another of the person's families on their devices, or none, and returns the ids of these sessions. */
export async function leaveFamilyOnDevices(
  trx: Db,
  { familyId, personId }: MembershipKey,
): Promise<number[]> {
  const another = trx
    .selectFrom("memberships")
    .select("family_id")
    .where("person_id", "=", personId)
    .where("family_id", "<>", familyId)
    .orderBy("joined_at")
    .orderBy("family_id")
    .limit(1);
  const changed = await trx
    .updateTable("sessions")
    .set({ family_id: another })
    .where("person_id", "=", personId)
    .where("family_id", "=", familyId)
    .returning("id")
    .execute();
  return changed.map(({ id }) => id);
}

export const deletePendingInvitations = (trx: Db, familyId: number) =>
  trx.deleteFrom("invitations").where("family_id", "=", familyId).where("status", "=", "pending").execute();

/** Leaves the expired ones for an admin to renew or delete. */
export const deleteOpenInvitationsBy = (trx: Db, { familyId, personId }: MembershipKey, now: Date) =>
  trx
    .deleteFrom("invitations")
    .where("family_id", "=", familyId)
    .where("invited_by", "=", personId)
    .where("status", "=", "pending")
    .where("expires_at", ">", now)
    .returning(["name as invited", "role"])
    .execute();
