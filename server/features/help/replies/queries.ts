import { type NotNull, sql } from "kysely";
import { jsonArrayFrom, jsonBuildObject, jsonObjectFrom } from "kysely/helpers/postgres";
import { toInstant } from "#server/platform/db/instant.ts";
import type { Db, NewRow } from "#server/platform/db/schema.ts";
import { helpMessage } from "../requests/help-message.ts";
import { someone } from "../someone.ts";

export interface Thread {
  readonly familyId: number;
  readonly requestId: number;
}

const readReplies = (db: Db, { familyId, requestId }: Thread) =>
  db
    .selectFrom("help_replies as p")
    .leftJoin("guides as g", (join) =>
      join.onRef("g.family_id", "=", "p.family_id").onRef("g.id", "=", "p.guide_id"),
    )
    .select(["p.id", "p.idempotency_key as idempotencyKey", "p.words", "p.marks"])
    .select((eb) => [
      toInstant(eb.ref("p.at")).as("at"),
      someone(db, eb.ref("p.person_id")).$notNull().as("person"),
      jsonObjectFrom(
        eb
          .selectFrom("help_pictures as i")
          .select(["i.id", "i.width", "i.height", "i.is_kept as isKept"])
          .whereRef("i.family_id", "=", "p.family_id")
          .whereRef("i.id", "=", "p.picture_id"),
      ).as("picture"),
      jsonObjectFrom(
        eb
          .selectFrom("help_voice_messages as w")
          .select(["w.id", "w.duration_ms as durationMs", "w.is_kept as isKept"])
          .whereRef("w.family_id", "=", "p.family_id")
          .whereRef("w.id", "=", "p.voice_message_id"),
      ).as("voiceMessage"),
      eb
        .case()
        .when("g.id", "is not", null)
        .then(
          jsonBuildObject({
            id: eb.ref("g.id").$notNull(),
            title: eb.ref("g.title"),
          }),
        )
        .when("p.ready_guide", "is not", null)
        .then(jsonBuildObject({ id: eb.ref("p.ready_guide").$notNull(), title: sql<string | null>`null` }))
        .end()
        .as("guide"),
      jsonArrayFrom(
        eb
          .selectFrom("help_reply_receipts as e")
          .select((receipt) => [
            someone(db, receipt.ref("e.person_id")).$notNull().as("person"),
            toInstant(receipt.ref("e.at")).as("at"),
          ])
          .whereRef("e.family_id", "=", "p.family_id")
          .whereRef("e.reply_id", "=", "p.id")
          .orderBy("e.at")
          .orderBy("e.person_id"),
      ).as("seenBy"),
    ])
    .where("p.family_id", "=", familyId)
    .where("p.help_request_id", "=", requestId);

export const findReplies = (db: Db, thread: Thread) => readReplies(db, thread).orderBy("p.id").execute();

export const findReply = (db: Db, thread: Thread, id: number) =>
  readReplies(db, thread).where("p.id", "=", id).executeTakeFirst();

/** Finds the reply that this person has already sent under the same key. */
export const findEarlierReply = (
  db: Db,
  { familyId, requestId, personId, key }: Thread & { readonly personId: number; readonly key: string },
) =>
  db
    .selectFrom("help_replies")
    .select("id")
    .where("family_id", "=", familyId)
    .where("help_request_id", "=", requestId)
    .where("person_id", "=", personId)
    .where("idempotency_key", "=", key)
    .executeTakeFirst();

/** Because of this lock, replies wait for each other and for the request's end. */
export const lockThread = (trx: Db, { familyId, requestId }: Thread) =>
  trx
    .selectFrom("help_requests")
    .select("closed_at")
    .where("family_id", "=", familyId)
    .where("id", "=", requestId)
    .forNoKeyUpdate()
    .executeTakeFirst();

export async function countReplies(trx: Db, { familyId, requestId }: Thread): Promise<number> {
  const { count } = await trx
    .selectFrom("help_replies")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("family_id", "=", familyId)
    .where("help_request_id", "=", requestId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertReply(trx: Db, reply: NewRow<"help_replies">): Promise<number> {
  const { id } = await trx.insertInto("help_replies").values(reply).returning("id").executeTakeFirstOrThrow();
  return id;
}

export async function hasPicture(trx: Db, { familyId, requestId }: Thread, id: number): Promise<boolean> {
  const picture = await trx
    .selectFrom("help_pictures")
    .select("id")
    .where("family_id", "=", familyId)
    .where("help_request_id", "=", requestId)
    .where("id", "=", id)
    .executeTakeFirst();
  return picture !== undefined;
}

export async function hasGuide(trx: Db, familyId: number, id: number): Promise<boolean> {
  const guide = await trx
    .selectFrom("guides")
    .select("id")
    .where("family_id", "=", familyId)
    .where("id", "=", id)
    .executeTakeFirst();
  return guide !== undefined;
}

export interface Receipt {
  readonly personId: number;
  readonly at: Date;
}

/**
 * Adds a receipt of this person for the replies up to this one, and returns whether any is new. People need no receipt
 * for their own replies, and seeing a voice message is not listening to it.
 */
export async function insertSeenReceipts(
  trx: Db,
  { familyId, requestId }: Thread,
  lastId: number,
  { personId, at }: Receipt,
): Promise<boolean> {
  const added = await trx
    .insertInto("help_reply_receipts")
    .columns(["family_id", "reply_id", "person_id", "at"])
    .expression((eb) =>
      eb
        .selectFrom("help_replies")
        .select(["family_id", "id"])
        .select([sql<number>`${personId}::integer`.as("by"), sql<Date>`${at}::timestamptz`.as("seen_at")])
        .where("family_id", "=", familyId)
        .where("help_request_id", "=", requestId)
        .where("id", "<=", lastId)
        .where("person_id", "<>", personId)
        .where("voice_message_id", "is", null),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning("reply_id")
    .execute();
  return added.length > 0;
}

/** Finds a request's two sides, and its end. */
export const findThread = (trx: Db, { familyId, requestId }: Thread) =>
  trx
    .selectFrom("help_requests")
    .select(["asked_by", "helper_id", "closed_at"])
    .where("family_id", "=", familyId)
    .where("id", "=", requestId)
    .executeTakeFirstOrThrow();

/**
 * Finds the members of the family with their part in a thread, and with the time to which the last message of this kind
 * was leased that they have not looked at since.
 */
export const findThreadMembers = (trx: Db, { familyId, requestId }: Thread, kind: string) =>
  trx
    .selectFrom("memberships as m")
    .select("m.person_id as personId")
    .select(({ exists, selectFrom }) => [
      exists(
        selectFrom("help_replies as p")
          .select("p.id")
          .whereRef("p.family_id", "=", "m.family_id")
          .whereRef("p.person_id", "=", "m.person_id")
          .where("p.help_request_id", "=", requestId),
      )
        .$castTo<boolean>()
        .as("hasWritten"),
      exists(
        selectFrom("messages as a")
          .select("a.id")
          .where("a.kind", "=", helpMessage.name)
          .where("a.about", "=", "ASKED")
          .where("a.subject_id", "=", requestId)
          .whereRef("a.person_id", "=", "m.person_id"),
      )
        .$castTo<boolean>()
        .as("wasAsked"),
      selectFrom("messages as s")
        .select(({ fn }) => fn.max<Date | null>("s.due_at").as("due_at"))
        .where("s.kind", "=", kind)
        .where("s.subject_id", "=", requestId)
        .whereRef("s.person_id", "=", "m.person_id")
        .where("s.state", "in", ["ACCEPTED", "ARRIVED"])
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom("help_reply_receipts as e")
                .innerJoin("help_replies as p", (join) =>
                  join.onRef("p.family_id", "=", "e.family_id").onRef("p.id", "=", "e.reply_id"),
                )
                .select("e.reply_id")
                .whereRef("e.family_id", "=", "m.family_id")
                .whereRef("e.person_id", "=", "m.person_id")
                .where("p.help_request_id", "=", requestId)
                .whereRef("e.at", ">", "s.created_at"),
            ),
          ),
        )
        .as("unseenLeaseEnd"),
    ])
    .where("m.family_id", "=", familyId)
    .execute();

/** Finds what the recipients of these messages have not seen. Those who have left the family are left out. */
export const findUnseenReplies = (db: Db, messageIds: readonly number[]) =>
  db
    .selectFrom("messages as m")
    .innerJoin("help_requests as r", (join) =>
      join.onRef("r.family_id", "=", "m.family_id").onRef("r.id", "=", "m.subject_id"),
    )
    .innerJoin("memberships as b", (join) =>
      join.onRef("b.family_id", "=", "m.family_id").onRef("b.person_id", "=", "m.person_id"),
    )
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("help_replies as p")
          .innerJoin("people as s", "s.id", "p.person_id")
          .select(({ fn }) => [
            fn.countAll<number>().as("count"),
            fn.max("p.id").as("newest_id"),
            fn.agg<string[]>("array_agg", ["s.username"]).distinct().as("senders"),
          ])
          .whereRef("p.family_id", "=", "r.family_id")
          .whereRef("p.help_request_id", "=", "r.id")
          .whereRef("p.person_id", "<>", "b.person_id")
          // Two helpers do not hear of each other's replies.
          .where(({ or, eb: each }) =>
            or([
              each("r.asked_by", "=", each.ref("b.person_id")),
              each("r.asked_by", "=", each.ref("p.person_id")),
            ]),
          )
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom("help_reply_receipts as e")
                  .select("e.reply_id")
                  .whereRef("e.family_id", "=", "p.family_id")
                  .whereRef("e.reply_id", "=", "p.id")
                  .whereRef("e.person_id", "=", "b.person_id"),
              ),
            ),
          )
          .as("unseen"),
      (join) => join.onTrue(),
    )
    .innerJoin("help_replies as newest", (join) =>
      join.onRef("newest.family_id", "=", "r.family_id").onRef("newest.id", "=", "unseen.newest_id"),
    )
    .select(["m.id as message_id", "r.family_id", "r.id as help_request_id", "r.phrase"])
    .select(["unseen.count", "unseen.senders", "newest.words", "newest.marks"])
    .select(["newest.picture_id", "newest.voice_message_id", "newest.guide_id", "newest.ready_guide"])
    .where("m.id", "in", [...messageIds])
    .execute();

/** Finds the recipients of these messages, and the time of the last reply of somebody else in the thread. */
export const findLastReplies = (trx: Db, messageIds: readonly number[]) =>
  trx
    .selectFrom("messages as m")
    .innerJoin("help_replies as p", (join) =>
      join
        .onRef("p.family_id", "=", "m.family_id")
        .onRef("p.help_request_id", "=", "m.subject_id")
        .onRef("p.person_id", "<>", "m.person_id"),
    )
    .select(["m.id", "m.family_id as familyId", "m.subject_id as subjectId", "m.person_id as personId"])
    .select(({ fn }) => ["m.channel", fn.max("p.at").as("lastReplyAt")])
    .where("m.id", "in", [...messageIds])
    .groupBy("m.id")
    .$narrowType<{ familyId: NotNull; subjectId: NotNull; personId: NotNull }>()
    .execute();
