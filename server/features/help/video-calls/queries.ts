import { sql } from "kysely";
import type { VideoCall } from "#contract/help/video-calls.ts";
import { deleteInBatches } from "#server/platform/db/delete-in-batches.ts";
import { toInstant } from "#server/platform/db/instant.ts";
import type { Db, NewRow } from "#server/platform/db/schema.ts";
import { someone } from "../someone.ts";

interface Key {
  readonly familyId: number;
  readonly requestId: number;
}

/**
 * Finds the call about a request for one of the two people in it. A call ends with its request, and when somebody else
 * takes over the request.
 */
export const findVideoCall = (
  db: Db,
  { familyId, requestId }: Key,
  personId: number,
): Promise<VideoCall | undefined> =>
  db
    .selectFrom("video_calls as v")
    .innerJoin("help_requests as r", (join) =>
      join
        .onRef("r.family_id", "=", "v.family_id")
        .onRef("r.id", "=", "v.help_request_id")
        .onRef("r.helper_id", "=", "v.helper_id")
        .on("r.state", "=", "ACKNOWLEDGED"),
    )
    .select((eb) => [
      ...(["v.id", "v.source", "v.offer", "v.answer"] as const),
      toInstant(eb.ref("v.started_at")).as("startedAt"),
      someone(db, eb.ref("r.asked_by")).$notNull().as("askedBy"),
      someone(db, eb.ref("v.helper_id")).$notNull().as("helper"),
    ])
    .where("v.family_id", "=", familyId)
    .where("v.help_request_id", "=", requestId)
    .where((eb) => eb.or([eb("r.asked_by", "=", personId), eb("v.helper_id", "=", personId)]))
    .executeTakeFirst();

/** A call that is started again replaces the one before. */
export async function replaceVideoCall(trx: Db, call: NewRow<"video_calls">): Promise<void> {
  await trx
    .deleteFrom("video_calls")
    .where("family_id", "=", call.family_id)
    .where("help_request_id", "=", call.help_request_id)
    .execute();
  await trx.insertInto("video_calls").values(call).execute();
}

/** Returns false if the call is over, or has been answered on another device. */
export async function storeAnswer(
  trx: Db,
  { familyId, requestId }: Key,
  { id, helperId, answer }: { readonly id: number; readonly helperId: number; readonly answer: string },
): Promise<boolean> {
  const answered = await trx
    .updateTable("video_calls")
    .set({ answer })
    .where("family_id", "=", familyId)
    .where("help_request_id", "=", requestId)
    .where("id", "=", id)
    .where("helper_id", "=", helperId)
    .where("answer", "is", null)
    .returning("id")
    .executeTakeFirst();
  return answered !== undefined;
}

/** With a helper's id, deletes the call only if it is with that helper. */
export const deleteVideoCall = (trx: Db, { familyId, requestId }: Key, helperId: number | null) =>
  trx
    .deleteFrom("video_calls")
    .where("family_id", "=", familyId)
    .where("help_request_id", "=", requestId)
    .$if(helperId !== null, (query) => query.where("helper_id", "=", helperId))
    .returning("helper_id")
    .executeTakeFirst();

export const deleteVideoCallsBefore = (db: Db, time: Date): Promise<void> =>
  deleteInBatches(db, "video_calls", ["family_id", "help_request_id"], sql`started_at < ${time}`);

/** The time at which the last message of this kind to the helper was due. */
export async function findLastAnnouncement(
  trx: Db,
  {
    kind,
    requestId,
    helperId,
  }: { readonly kind: string; readonly requestId: number; readonly helperId: number },
): Promise<Date | null> {
  const { last } = await trx
    .selectFrom("messages")
    .select(({ fn }) => fn.max<Date | null>("due_at").as("last"))
    .where("kind", "=", kind)
    .where("subject_id", "=", requestId)
    .where("person_id", "=", helperId)
    .where("state", "in", ["ACCEPTED", "ARRIVED"])
    .executeTakeFirstOrThrow();
  return last;
}

/** Finds the calls that these messages are about, as long as nobody has answered them. */
export const findWaitingCalls = (db: Db, messageIds: readonly number[]) =>
  db
    .selectFrom("messages as m")
    .innerJoin("help_requests as r", (join) =>
      join
        .onRef("r.family_id", "=", "m.family_id")
        .onRef("r.id", "=", "m.subject_id")
        .onRef("r.helper_id", "=", "m.person_id")
        .on("r.state", "=", "ACKNOWLEDGED"),
    )
    .innerJoin("video_calls as v", (join) =>
      join
        .onRef("v.family_id", "=", "r.family_id")
        .onRef("v.help_request_id", "=", "r.id")
        .onRef("v.helper_id", "=", "m.person_id")
        .on("v.answer", "is", null),
    )
    .innerJoin("people as asker", "asker.id", "r.asked_by")
    .select(["m.id as message_id", "r.family_id", "r.id as help_request_id", "r.phrase"])
    .select("asker.username as asker")
    .where("m.id", "in", [...messageIds])
    .execute();
