import { sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { maxLetterPictures } from "#contract/letters.ts";
import type { Db, NewRow } from "#server/platform/db/schema.ts";

// What is in a letter

/** Finds a family with its members' birthdays, and what it has turned on. */
export const findFamily = (db: Db, familyId: number) =>
  db
    .selectFrom("families as f")
    .select(["f.id", "f.name", "f.time_zone as timeZone", "f.country"])
    .select(["f.has_hellos as hasHellos", "f.has_weekly_question as hasQuestions"])
    .select(["f.has_sunday_letter as hasLetter"])
    .select(({ selectFrom }) =>
      jsonArrayFrom(
        selectFrom("birthdays as b")
          .innerJoin("people as p", "p.id", "b.person_id")
          .select(["p.username as name", "b.month", "b.day", "b.year"])
          .whereRef("b.family_id", "=", "f.id")
          .where("f.has_birthdays", "=", true)
          .orderBy("p.id"),
      ).as("birthdays"),
    )
    .where("f.id", "=", familyId)
    .executeTakeFirst();

interface Given {
  readonly familyId: number;
  readonly since: Date;
  readonly until: Date;
}

const givenIn = (db: Db, { familyId, since, until }: Given) =>
  db
    .selectFrom("hellos as h")
    .innerJoin("people as p", "p.id", "h.given_by")
    .select(["p.username as name", "h.caption"])
    .where("h.family_id", "=", familyId)
    .where("h.at", ">", since)
    .where("h.at", "<=", until);

/** Finds the pictures that somebody loved, and then the others. The first picture of each hello comes first. */
export const findPictures = (db: Db, given: Given) =>
  givenIn(db, given)
    .innerJoin("hello_pictures as i", (join) =>
      join.onRef("i.family_id", "=", "h.family_id").onRef("i.hello_id", "=", "h.id"),
    )
    .select(["i.id", "i.width", "i.height", "i.small_id as mediaId"])
    .orderBy(
      ({ exists, selectFrom }) =>
        exists(
          selectFrom("hello_hearts as l")
            .select("l.hello_id")
            .whereRef("l.family_id", "=", "h.family_id")
            .whereRef("l.hello_id", "=", "h.id"),
        ),
      "desc",
    )
    .orderBy("i.place")
    .orderBy("h.id", "desc")
    .limit(maxLetterPictures)
    .execute();

export const findAnswers = (db: Db, given: Given) =>
  givenIn(db, given)
    .select("h.question")
    .$narrowType<{ question: string }>()
    .where("h.question", "is not", null)
    .orderBy("h.id")
    .execute();

// Who gets it by e-mail

export interface RecipientKey {
  readonly familyId: number;
  readonly personId: number;
}

export async function isRecipient(db: Db, { familyId, personId }: RecipientKey): Promise<boolean> {
  const found = await db
    .selectFrom("letter_recipients")
    .select("person_id")
    .where("family_id", "=", familyId)
    .where("person_id", "=", personId)
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns false if the person was one already. */
export async function insertRecipient(trx: Db, recipient: NewRow<"letter_recipients">): Promise<boolean> {
  const added = await trx
    .insertInto("letter_recipients")
    .values(recipient)
    .onConflict((conflict) => conflict.doNothing())
    .returning("person_id")
    .executeTakeFirst();
  return added !== undefined;
}

/** Returns false if the person was none. */
export async function deleteRecipient(trx: Db, { familyId, personId }: RecipientKey): Promise<boolean> {
  const deleted = await trx
    .deleteFrom("letter_recipients")
    .where("family_id", "=", familyId)
    .where("person_id", "=", personId)
    .returning("person_id")
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Nothing else changes the row until the transaction ends. */
export const lockRecipient = (trx: Db, { familyId, personId }: RecipientKey) =>
  trx
    .selectFrom("letter_recipients as r")
    .innerJoin("families as f", "f.id", "r.family_id")
    .select(["f.time_zone as timeZone", "r.last_saturday as lastSaturday"])
    .where("r.family_id", "=", familyId)
    .where("r.person_id", "=", personId)
    .forNoKeyUpdate("r")
    .executeTakeFirst();

export const updateRecipient = (
  trx: Db,
  { familyId, personId }: RecipientKey,
  changes: Pick<NewRow<"letter_recipients">, "last_saturday" | "check_at">,
) =>
  trx
    .updateTable("letter_recipients")
    .set(changes)
    .where("family_id", "=", familyId)
    .where("person_id", "=", personId)
    .execute();

/** Makes the checks of a family due, because its clock has changed. */
export const makeChecksDue = (trx: Db, familyId: number) =>
  trx
    .updateTable("letter_recipients")
    .set({ check_at: sql<Date>`'-infinity'` })
    .where("family_id", "=", familyId)
    .execute();

/** Finds those of these messages whose recipients still want the letter, and are still members. */
export const findWantedMessages = (db: Db, messageIds: readonly number[]) =>
  db
    .selectFrom("messages as e")
    .innerJoin("letter_recipients as r", (join) =>
      join.onRef("r.family_id", "=", "e.family_id").onRef("r.person_id", "=", "e.person_id"),
    )
    .select([
      "e.id as messageId",
      "r.person_id as personId",
      "r.family_id as familyId",
      "e.about as saturday",
    ])
    .where("e.id", "in", [...messageIds])
    .execute();
