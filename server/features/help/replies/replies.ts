// The thread of a request: what both sides write, show and say about it, in order.
import { isDeepStrictEqual } from "node:util";
import type { NewReply, Reply } from "#contract/help/replies.ts";
import type { Database } from "#server/platform/db/connect.ts";
import type { Db, NewRow } from "#server/platform/db/schema.ts";
import { Conflict, Mismatch, NotFound } from "#server/platform/errors.ts";
import type { Member } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import type { World } from "#server/platform/world.ts";
import { type Actor, requestOf } from "../requests/requests.ts";
import {
  countReplies,
  findEarlierReply,
  findReplies,
  findReply,
  hasGuide,
  hasPicture,
  insertReply,
  insertSeenReceipts,
  lockThread,
  type Thread,
} from "./queries.ts";
import { notifyOfReply } from "./reply-kind.ts";

const maxReplies = 200;

export async function repliesTo(database: Database, member: Member, requestId: number): Promise<Reply[]> {
  await requestOf(database, member, requestId);
  return await findReplies(database.reads, { familyId: member.familyId, requestId });
}

/** The content of a reply. */
export type Content = Pick<
  NewRow<"help_replies">,
  "words" | "picture_id" | "voice_message_id" | "marks" | "guide_id" | "ready_guide"
>;

async function refuseFullThread(trx: Db, thread: Thread): Promise<void> {
  if ((await countReplies(trx, thread)) >= maxReplies)
    throw new Conflict("That is a lot of messages for one request. Please call.");
}

/**
 * Stores a reply to an open request once. Because of the lock on the request, replies wait for each other and for the
 * request's end.
 */
export async function storeReply(
  world: World,
  member: Actor,
  { requestId, key }: { requestId: number; key: string },
  contentOf: (trx: Db, now: Date) => Promise<Content>,
): Promise<Reply> {
  const { database, clock } = world;
  await requestOf(database, member, requestId);
  const { familyId, id: personId } = member;
  const thread = { familyId, requestId };
  const id = await database.kysely.transaction().execute(async (trx) => {
    const request = await lockThread(trx, thread);
    const earlier = await findEarlierReply(trx, { ...thread, personId, key });
    if (earlier) return earlier.id;
    if (!request) throw new NotFound();
    if (request.closed_at) throw new Conflict("This was not sent, because the request is closed.");
    await refuseFullThread(trx, thread);
    const at = clock.now();
    const about = { family_id: familyId, help_request_id: requestId, person_id: personId };
    const content = await contentOf(trx, at);
    const id = await insertReply(trx, { ...about, idempotency_key: key, at, ...content });
    await notifyOfReply(world, trx, { familyId, requestId, personId });
    await publish(trx, familyId, "help-replies");
    return id;
  });
  return replyOf(database, thread, id);
}

export async function replyOf({ reads }: Database, thread: Thread, id: number): Promise<Reply> {
  const reply = await findReply(reads, thread, id);
  if (!reply) throw new NotFound();
  return reply;
}

export async function addReply(
  world: World,
  member: Member,
  requestId: number,
  {
    words = null,
    pictureId = null,
    marks = [],
    guideId = null,
  }: { [Part in keyof NewReply]: NewReply[Part] | null },
  key: string,
): Promise<Reply> {
  const reply = await storeReply(world, member, { requestId, key }, async (trx) => {
    const { familyId } = member;
    if (pictureId !== null && !(await hasPicture(trx, { familyId, requestId }, pictureId)))
      throw new Conflict("This picture is no longer there.");
    const guide = typeof guideId === "number" ? { guide_id: guideId } : { ready_guide: guideId };
    if (guide.guide_id !== undefined && !(await hasGuide(trx, familyId, guide.guide_id)))
      throw new Conflict("This guide is no longer there.");
    return { words, picture_id: pictureId, marks: JSON.stringify(marks), ...guide };
  });
  const isSame = reply.words === words && (reply.guide?.id ?? null) === guideId;
  if (!isSame || !isDeepStrictEqual(reply.marks, marks))
    throw new Mismatch("A different reply was already sent with this key.");
  return reply;
}

/** A person who has seen a reply has seen the earlier ones. */
export async function recordSeen(
  { database, clock }: World,
  member: Member,
  requestId: number,
  replyId: number,
): Promise<void> {
  await requestOf(database, member, requestId);
  const { familyId, id: personId } = member;
  const receipt = { personId, at: clock.now() };
  await database.kysely.transaction().execute(async (trx) => {
    if (await insertSeenReceipts(trx, { familyId, requestId }, replyId, receipt))
      await publish(trx, familyId, "help-replies");
  });
}
