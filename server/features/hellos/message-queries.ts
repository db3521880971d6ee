// Who gets messages about hellos, and what the messages are about.
import { sql } from "kysely";
import type { Db } from "#server/platform/db/schema.ts";

/** Whether a member wants messages about hellos, as a condition on a row of `memberships`. */
const wantsMessages = sql<boolean>`coalesce(m.hello_messages, m.role <> 'grandparent')`;

export async function findMessageChoice(db: Db, familyId: number, personId: number): Promise<boolean> {
  const { areOn } = await db
    .selectFrom("memberships as m")
    .select(wantsMessages.as("areOn"))
    .where("m.family_id", "=", familyId)
    .where("m.person_id", "=", personId)
    .executeTakeFirstOrThrow();
  return areOn;
}

export async function setMessageChoice(
  trx: Db,
  familyId: number,
  personId: number,
  areOn: boolean,
): Promise<void> {
  await trx
    .updateTable("memberships")
    .set({ hello_messages: areOn })
    .where("family_id", "=", familyId)
    .where("person_id", "=", personId)
    .execute();
}

/** Finds the other members who want messages about hellos. */
export const findListeners = (trx: Db, familyId: number, giver: number) =>
  trx
    .selectFrom("memberships as m")
    .select(["m.person_id as personId", "m.role"])
    .where("m.family_id", "=", familyId)
    .where("m.person_id", "<>", giver)
    .where(wantsMessages)
    .execute();

/** Finds what these messages are about, unless it was deleted or their recipient has left or wants none anymore. */
export const findGiven = (db: Db, messageIds: readonly number[]) =>
  db
    .selectFrom("messages as e")
    .innerJoin("hellos as h", (join) =>
      join.onRef("h.family_id", "=", "e.family_id").onRef("h.id", "=", "e.subject_id"),
    )
    .innerJoin("people as p", "p.id", "h.given_by")
    .innerJoin("families as f", "f.id", "h.family_id")
    .innerJoin("memberships as m", (join) =>
      join.onRef("m.family_id", "=", "e.family_id").onRef("m.person_id", "=", "e.person_id"),
    )
    .leftJoin("hellos as o", (join) =>
      join.onRef("o.family_id", "=", "h.family_id").onRef("o.id", "=", "h.answer_to"),
    )
    .select(["e.id as messageId", "p.username as giver", "f.time_zone as timeZone", "m.role"])
    .select(({ eb }) => [
      eb("o.given_by", "=", eb.ref("e.person_id")).as("isAnswer"),
      eb("h.birthday_of", "=", eb.ref("e.person_id")).as("isGreeting"),
      eb("h.sunday", "is not", null).as("isToQuestion"),
    ])
    .where("e.id", "in", [...messageIds])
    .where("f.has_hellos", "=", true)
    .where((eb) => eb.or([eb("h.birthday_of", "is", null), eb("f.has_birthdays", "=", true)]))
    .where(wantsMessages)
    .execute();

/** Finds how many hellos of each recipient the subject of the message has loved since it was written. */
export const findNewHearts = (db: Db, messageIds: readonly number[]) =>
  db
    .selectFrom("messages as e")
    .innerJoin("hello_hearts as l", (join) =>
      join.onRef("l.family_id", "=", "e.family_id").onRef("l.person_id", "=", "e.subject_id"),
    )
    .innerJoin("hellos as h", (join) =>
      join
        .onRef("h.family_id", "=", "l.family_id")
        .onRef("h.id", "=", "l.hello_id")
        .onRef("h.given_by", "=", "e.person_id"),
    )
    .innerJoin("people as p", "p.id", "l.person_id")
    .innerJoin("families as f", "f.id", "e.family_id")
    .innerJoin("memberships as m", (join) =>
      join.onRef("m.family_id", "=", "e.family_id").onRef("m.person_id", "=", "e.person_id"),
    )
    .select(({ fn }) => [
      "e.id as messageId",
      "p.username as lover",
      "f.time_zone as timeZone",
      "m.role",
      fn.countAll<number>().as("count"),
    ])
    .whereRef("l.at", ">=", "e.created_at")
    .where("e.id", "in", [...messageIds])
    .where("f.has_hellos", "=", true)
    .where(wantsMessages)
    .groupBy(["e.id", "p.username", "f.time_zone", "m.role"])
    .execute();
