import { sql } from "kysely";
import type { ReachabilityState } from "#contract/reachability.ts";
import type { Db, Row } from "#server/platform/db/schema.ts";

export const findContactMethods = (db: Db, people: readonly number[]): Promise<Row<"contact_methods">[]> =>
  db.selectFrom("contact_methods").selectAll().where("person_id", "in", people).execute();

export const findMemberships = (db: Db, families: readonly number[]) =>
  db
    .selectFrom("memberships")
    .select(["family_id", "person_id", "role"])
    .where("family_id", "in", families)
    .execute();

/** The oldest test after `since` that a member of a family has not answered. */
export async function findFirstUnanswered(db: Db, familyId: number, since: Date): Promise<Date | null> {
  const { at } = await db
    .selectFrom("memberships as m")
    .innerJoin("contact_methods as c", "c.person_id", "m.person_id")
    .select((select) => select.fn.min<Date | null>("c.unanswered_since").as("at"))
    .where("m.family_id", "=", familyId)
    .where("c.unanswered_since", ">", since)
    .executeTakeFirstOrThrow();
  return at;
}

/** When the clock alone signs out a device that gets messages for a member of the family. */
export async function findNextSignOut(db: Db, familyId: number, now: Date): Promise<Date | null> {
  const { at } = await db
    .selectFrom("memberships as m")
    .innerJoin("push_subscriptions as p", "p.person_id", "m.person_id")
    .innerJoin("sessions as s", "s.id", "p.session_id")
    .select((select) => select.fn.min<Date | null>("s.expires_at").as("at"))
    .where("m.family_id", "=", familyId)
    .where("s.expires_at", ">", now)
    .executeTakeFirstOrThrow();
  return at;
}

export async function findAdminIds(db: Db, familyId: number): Promise<number[]> {
  const admins = await db
    .selectFrom("memberships")
    .select("person_id")
    .where("family_id", "=", familyId)
    .where("role", "=", "admin")
    .execute();
  return admins.map(({ person_id }) => person_id);
}

/** A warning is wanted as long as the family is in the state that it is about, and its recipient is an admin there. */
export const findWantedWarnings = (db: Db, messageIds: readonly number[]) =>
  db
    .selectFrom("messages as m")
    .innerJoin("family_reachability as r", (join) =>
      join.onRef("r.family_id", "=", "m.family_id").onRef("r.state", "=", "m.about"),
    )
    .innerJoin("memberships as s", (join) =>
      join
        .onRef("s.family_id", "=", "m.family_id")
        .onRef("s.person_id", "=", "m.person_id")
        .on("s.role", "=", "admin"),
    )
    .innerJoin("families as f", "f.id", "m.family_id")
    .innerJoin("people as p", "p.id", "m.person_id")
    .select(["m.id as messageId", "f.name as family", "p.username as name"])
    .where("m.id", "in", messageIds)
    .execute();

export const lockMemberships = (trx: Db, familyId: number) =>
  trx
    .selectFrom("memberships")
    .select("person_id")
    .where("family_id", "=", familyId)
    .orderBy("person_id")
    .forKeyShare()
    .execute();

type Family = Pick<Row<"family_reachability">, "family_id" | "check_at">;

/** Returns false if an earlier check was set since this one was claimed. */
export async function updateState(
  trx: Db,
  { family_id, check_at }: Family,
  { state, checkAt }: { state: ReachabilityState; checkAt: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("family_reachability")
    .set({ state, check_at: checkAt })
    .where("family_id", "=", family_id)
    .where("check_at", "=", check_at)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

interface LaterCheck {
  readonly family: Family;
  readonly checkAt: Date;
}

/** One template, because each row gets a time of its own, and rows that somebody has locked are skipped. */
export const postponeChecks = (db: Db, checks: readonly LaterCheck[]) =>
  sql`
    with unchanged as (
      select * from unnest(${checks.map(({ family }) => family.family_id)}::integer[],
        ${checks.map(({ family }) => family.check_at)}::timestamptz[],
        ${checks.map(({ checkAt }) => checkAt)}::timestamptz[]) as family (family_id, claimed_until, at)
    ), locked as (
      select family_id from family_reachability where family_id in (select family_id from unchanged)
      for no key update skip locked
    )
    update family_reachability r set check_at = u.at from unchanged u join locked using (family_id)
    where r.family_id = u.family_id and r.check_at = u.claimed_until`.execute(db);

export async function findName(db: Db, personId: number | null): Promise<string> {
  const { username } = await db
    .selectFrom("people")
    .select("username")
    .where("id", "=", personId)
    .executeTakeFirstOrThrow();
  return username;
}

/** The time zone in which each of these people helps. Somebody who helps in no family has none. */
export async function findHomeTimeZones(db: Db, people: readonly number[]): Promise<Map<number, string>> {
  if (people.length === 0) return new Map();
  const zones = await db
    .selectFrom("memberships as m")
    .innerJoin("families as f", "f.id", "m.family_id")
    .distinctOn("m.person_id")
    .select(["m.person_id", "f.time_zone"])
    .where("m.person_id", "in", people)
    .where("m.role", "<>", "grandparent")
    .orderBy("m.person_id")
    .orderBy("m.joined_at")
    .orderBy("f.id")
    .execute();
  return new Map(zones.map(({ person_id, time_zone }) => [person_id, time_zone]));
}

export const deleteWeeklyTests = (trx: Db, people: readonly number[]) =>
  trx.deleteFrom("weekly_tests").where("person_id", "in", people).execute();

export interface PlannedTest {
  readonly due: Row<"weekly_tests">;
  readonly at: Date;
}

/**
 * Stores when each test is due next, and returns the people. Another change may have planned some of them since. It is
 * one template, because each row gets a time of its own, and all are locked in one order first.
 */
export async function updateWeeklyTests(trx: Db, plans: readonly PlannedTest[]): Promise<Set<number>> {
  const { rows } = await sql<{ person_id: number }>`
    with plans as (
      select * from unnest(${plans.map(({ due }) => due.person_id)}::integer[],
        ${plans.map(({ due }) => due.due_at)}::timestamptz[], ${plans.map(({ at }) => at)}::timestamptz[])
        as plan (person_id, claimed_until, at)
    ), locked as (
      select person_id, due_at from weekly_tests where person_id in (select person_id from plans)
      order by person_id for no key update
    )
    update weekly_tests w set due_at = p.at, is_planned = true
    from plans p join locked l on l.person_id = p.person_id and l.due_at = p.claimed_until
    where w.person_id = p.person_id
    returning w.person_id`.execute(trx);
  return new Set(rows.map(({ person_id }) => person_id));
}

/** Makes the person's next weekly test due, unless another message of this week's test may still arrive. */
export async function hastenWeeklyTest(
  trx: Db,
  { personId, kind, since, now }: { personId: number | null; kind: string; since: Date; now: Date },
): Promise<void> {
  const others = trx
    .selectFrom("messages")
    .select("id")
    .where("kind", "=", kind)
    .where("about", "=", "weekly")
    .where("person_id", "=", personId)
    .where("created_at", ">=", since)
    .where("state", "in", ["WAITING", "ACCEPTED", "ARRIVED"]);
  await trx
    .updateTable("weekly_tests")
    .set({ due_at: now })
    .where("person_id", "=", personId)
    .where(({ not, exists }) => not(exists(others)))
    .execute();
}
