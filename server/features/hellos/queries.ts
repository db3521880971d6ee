import { sql } from "kysely";
import { jsonArrayFrom, jsonObjectFrom } from "kysely/helpers/postgres";
import { dayOfFamily } from "#server/features/families/queries.ts";
import { someone } from "#server/features/help/someone.ts";
import { toInstant } from "#server/platform/db/instant.ts";
import type { Db, NewRow } from "#server/platform/db/schema.ts";

/** How long a hello stays that nobody loves. */
export const retentionDays = 90;

export interface HelloKey {
  readonly familyId: number;
  readonly id: number;
}

const readHellos = (db: Db, familyId: number) =>
  db
    .selectFrom("hellos as h")
    .select(["h.id", "h.idempotency_key as idempotencyKey", "h.question", "h.caption"])
    .select((eb) => [
      toInstant(eb.ref("h.at")).as("at"),
      someone(db, eb.ref("h.given_by")).$notNull().as("person"),
      jsonArrayFrom(
        eb
          .selectFrom("hello_pictures as i")
          .select(["i.id", "i.width", "i.height"])
          .whereRef("i.family_id", "=", "h.family_id")
          .whereRef("i.hello_id", "=", "h.id")
          .orderBy("i.place"),
      ).as("pictures"),
      jsonObjectFrom(
        eb
          .selectFrom("hello_voice_messages as v")
          .select(["v.id", "v.duration_ms as durationMs"])
          .whereRef("v.family_id", "=", "h.family_id")
          .whereRef("v.hello_id", "=", "h.id"),
      ).as("voiceMessage"),
      jsonObjectFrom(
        eb
          .selectFrom("hellos as o")
          .select((original) => ["o.id", someone(db, original.ref("o.given_by")).$notNull().as("person")])
          .whereRef("o.family_id", "=", "h.family_id")
          .whereRef("o.id", "=", "h.answer_to"),
      ).as("answerTo"),
      someone(db, eb.ref("h.birthday_of")).as("birthdayOf"),
      jsonArrayFrom(
        eb
          .selectFrom("hello_hearts as l")
          .innerJoin("people as s", "s.id", "l.person_id")
          .select(["s.id", "s.username as name"])
          .whereRef("l.family_id", "=", "h.family_id")
          .whereRef("l.hello_id", "=", "h.id")
          .orderBy("l.at")
          .orderBy("s.id"),
      ).as("lovedBy"),
      jsonArrayFrom(
        eb
          .selectFrom("hellos as a")
          .innerJoin("people as s", "s.id", "a.given_by")
          .select(["s.id", "s.username as name"])
          .distinct()
          .whereRef("a.family_id", "=", "h.family_id")
          .whereRef("a.answer_to", "=", "h.id"),
      ).as("answeredBy"),
    ])
    .where("h.family_id", "=", familyId);

export const findHello = (db: Db, { familyId, id }: HelloKey) =>
  readHellos(db, familyId).where("h.id", "=", id).executeTakeFirst();

/** Finds hellos, newest first, from the one before `before` on. */
export const findHellos = (db: Db, familyId: number, before: number | undefined, count: number) =>
  readHellos(db, familyId)
    .$if(before !== undefined, (query) => query.where("h.id", "<", before ?? 0))
    .orderBy("h.id", "desc")
    .limit(count)
    .execute();

/** Whether a hello was given on the day that it is now where the family lives, as a condition on `h`. */
const isOfToday = (now: Date) =>
  sql<boolean>`(select (h.at at time zone time_zone)::date = ${dayOfFamily(now)} from families where id = h.family_id)`;

/** Finds today's birthday greetings that this person has got or given, oldest first. */
export const findGreetings = (db: Db, familyId: number, personId: number, now: Date) =>
  readHellos(db, familyId)
    .where("h.birthday_of", "is not", null)
    .where((eb) => eb.or([eb("h.birthday_of", "=", personId), eb("h.given_by", "=", personId)]))
    .where(isOfToday(now))
    .orderBy("h.id")
    .execute();

/**
 * Finds the newest hello since then of somebody else that this person has neither loved nor answered. Greetings to
 * their birthday are among them once that day is over.
 */
export const findUnanswered = (
  db: Db,
  familyId: number,
  personId: number,
  { since, now }: { since: Date; now: Date },
) =>
  readHellos(db, familyId)
    .where("h.given_by", "<>", personId)
    .where("h.at", ">", since)
    .where((eb) =>
      eb.or([
        eb("h.birthday_of", "is", null),
        eb.and([eb("h.birthday_of", "=", personId), eb.not(isOfToday(now))]),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("hello_hearts as l")
            .select("l.hello_id")
            .whereRef("l.family_id", "=", "h.family_id")
            .whereRef("l.hello_id", "=", "h.id")
            .where("l.person_id", "=", personId),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("hellos as a")
            .select("a.id")
            .whereRef("a.family_id", "=", "h.family_id")
            .whereRef("a.answer_to", "=", "h.id")
            .where("a.given_by", "=", personId),
        ),
      ),
    )
    .orderBy("h.id", "desc")
    .limit(1)
    .executeTakeFirst();

export async function countHellosOfOthers(
  db: Db,
  familyId: number,
  personId: number,
  since: Date,
): Promise<number> {
  const { count } = await db
    .selectFrom("hellos")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("family_id", "=", familyId)
    .where("given_by", "<>", personId)
    .where("at", ">", since)
    .executeTakeFirstOrThrow();
  return count;
}

/** Finds this person's hellos that somebody has loved since then, newest heart first. */
export const findLoved = (db: Db, familyId: number, personId: number, since: Date) =>
  readHellos(db, familyId)
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("hello_hearts as n")
          .select(({ fn }) => fn.max("n.at").as("at"))
          .whereRef("n.family_id", "=", "h.family_id")
          .whereRef("n.hello_id", "=", "h.id")
          .having(({ fn }) => fn.max("n.at"), ">", since)
          .as("newest"),
      (join) => join.onTrue(),
    )
    .where("h.given_by", "=", personId)
    .orderBy("newest.at", "desc")
    .execute();

/** The first hello or heart of a family since a time. */
const firstIn = (db: Db, table: "hellos" | "hello_hearts", familyId: number, since: Date) =>
  db
    .selectFrom(table)
    .select(({ fn }) => fn.min<Date | null>("at").as("at"))
    .where("family_id", "=", familyId)
    .where("at", ">", since);

/** Finds the first hello and the first heart of the news, and the first hello of all, each of them if there is one. */
export const findFirst = (db: Db, familyId: number, { news, all }: { news: Date; all: Date }) =>
  db
    .selectNoFrom([
      firstIn(db, "hellos", familyId, news).as("newHello"),
      firstIn(db, "hello_hearts", familyId, news).as("newHeart"),
      firstIn(db, "hellos", familyId, all).as("hello"),
    ])
    .executeTakeFirstOrThrow();

/** Adds a hello, or locks the one under the same key. Returns whether it is new. */
export async function insertHello(
  trx: Db,
  hello: NewRow<"hellos">,
): Promise<{ readonly id: number; readonly isNew: boolean }> {
  return await trx
    .insertInto("hellos")
    .values(hello)
    .onConflict((conflict) =>
      conflict
        .columns(["family_id", "given_by", "idempotency_key"])
        .doUpdateSet((eb) => ({ idempotency_key: eb.ref("excluded.idempotency_key") })),
    )
    // A row that was inserted, rather than updated, has no xmax.
    .returning(["id", sql<boolean>`xmax = 0`.as("isNew")])
    .executeTakeFirstOrThrow();
}

/** Nobody can delete it until the transaction ends. Returns who gave it. */
export const lockHello = (trx: Db, { familyId, id }: HelloKey) =>
  trx
    .selectFrom("hellos")
    .select(["given_by", "at", "sunday"])
    .where("family_id", "=", familyId)
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();

export async function hasPictureAt(db: Db, { familyId, id }: HelloKey, place: number): Promise<boolean> {
  const found = await db
    .selectFrom("hello_pictures")
    .select("id")
    .where("family_id", "=", familyId)
    .where("hello_id", "=", id)
    .where("place", "=", place)
    .executeTakeFirst();
  return found !== undefined;
}

export async function hasVoiceMessage(db: Db, { familyId, id }: HelloKey): Promise<boolean> {
  const found = await db
    .selectFrom("hello_voice_messages")
    .select("id")
    .where("family_id", "=", familyId)
    .where("hello_id", "=", id)
    .executeTakeFirst();
  return found !== undefined;
}

export async function insertPicture(trx: Db, picture: NewRow<"hello_pictures">): Promise<void> {
  await trx.insertInto("hello_pictures").values(picture).execute();
}

export async function insertVoiceMessage(trx: Db, message: NewRow<"hello_voice_messages">): Promise<void> {
  await trx.insertInto("hello_voice_messages").values(message).execute();
}

export const findPicture = (db: Db, { familyId, id }: HelloKey, size: "small" | "large") =>
  db
    .selectFrom("hello_pictures")
    .select(`${size}_id as media_id`)
    .where("family_id", "=", familyId)
    .where("id", "=", id)
    .executeTakeFirst();

export const findVoiceMessage = (db: Db, { familyId, id }: HelloKey) =>
  db
    .selectFrom("hello_voice_messages")
    .select("media_id")
    .where("family_id", "=", familyId)
    .where("id", "=", id)
    .executeTakeFirst();

/** Returns false if the person had already loved it. */
export async function insertHeart(trx: Db, heart: NewRow<"hello_hearts">): Promise<boolean> {
  const added = await trx
    .insertInto("hello_hearts")
    .values(heart)
    .onConflict((conflict) => conflict.doNothing())
    .returning("hello_id")
    .executeTakeFirst();
  return added !== undefined;
}

/** Returns false if the person had not loved it. */
export async function deleteHeart(trx: Db, { familyId, id }: HelloKey, personId: number): Promise<boolean> {
  const deleted = await trx
    .deleteFrom("hello_hearts")
    .where("family_id", "=", familyId)
    .where("hello_id", "=", id)
    .where("person_id", "=", personId)
    .returning("hello_id")
    .executeTakeFirst();
  return deleted !== undefined;
}

export async function isLoved(trx: Db, { familyId, id }: HelloKey): Promise<boolean> {
  const heart = await trx
    .selectFrom("hello_hearts")
    .select("hello_id")
    .where("family_id", "=", familyId)
    .where("hello_id", "=", id)
    .limit(1)
    .executeTakeFirst();
  return heart !== undefined;
}

export async function setCheck(trx: Db, { familyId, id }: HelloKey, checkAt: Date | null): Promise<void> {
  await trx
    .updateTable("hellos")
    .set({ check_at: checkAt })
    .where("family_id", "=", familyId)
    .where("id", "=", id)
    .execute();
}

/** Has the hellos among these that nobody loves anymore deleted 90 days after they were given. */
export async function checkUnloved(trx: Db, familyId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable("hellos as h")
    .set({ check_at: sql<Date>`h.at + ${retentionDays} * interval '1 day'` })
    .where("h.family_id", "=", familyId)
    .where("h.id", "in", [...ids])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("hello_hearts as l")
            .select("l.hello_id")
            .whereRef("l.family_id", "=", "h.family_id")
            .whereRef("l.hello_id", "=", "h.id"),
        ),
      ),
    )
    .execute();
}

export async function deleteHello(trx: Db, { familyId, id }: HelloKey): Promise<void> {
  await trx.deleteFrom("hellos").where("family_id", "=", familyId).where("id", "=", id).execute();
}
