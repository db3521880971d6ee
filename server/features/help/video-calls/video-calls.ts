// The row of a video call carries the two session descriptions by which its browsers connect. It exists as long as
// the call.
import { sql } from "kysely";
import { hourMs } from "#contract/durations.ts";
import type { HelpRequest } from "#contract/help/requests.ts";
import type { VideoCall, VideoSource } from "#contract/help/video-calls.ts";
import { deleteInBatches } from "#server/platform/db/delete-in-batches.ts";
import { instant } from "#server/platform/db/instant.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { Conflict, Forbidden } from "#server/platform/errors.ts";
import type { Member } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import type { World } from "#server/platform/world.ts";
import { isOwn, requestOf } from "../requests/requests.ts";
import { notifyHelper } from "./video-call-kind.ts";

/** A call whose two browsers have both vanished leaves a row behind. */
const maxHours = 4;

/** A call ends with its request, and when somebody else takes over the request. */
async function callOf(
  db: Db,
  { familyId, id: personId }: Member,
  requestId: number,
): Promise<VideoCall | null> {
  const { rows } = await sql<VideoCall>`
    select v.id, v.source, v.offer, v.answer, ${sql.raw(instant("v.started_at"))} as "startedAt",
      json_build_object('id', asker.id, 'name', asker.username) as "askedBy",
      json_build_object('id', helper.id, 'name', helper.username) as helper
    from video_calls v
    join help_requests r on r.family_id = v.family_id and r.id = v.help_request_id
      and r.state = 'ACKNOWLEDGED' and r.helper_id = v.helper_id
    join people asker on asker.id = r.asked_by
    join people helper on helper.id = v.helper_id
    where v.family_id = ${familyId} and v.help_request_id = ${requestId}
      and ${personId} in (r.asked_by, v.helper_id)`.execute(db);
  return rows[0] ?? null;
}

async function publishTo(trx: Db, people: readonly number[]): Promise<void> {
  for (const personId of people) await publish(trx, { personId }, "video-calls");
}

export async function videoCallOf(
  world: World,
  member: Member,
  requestId: number,
): Promise<VideoCall | null> {
  await requestOf(world.database, member, requestId);
  return callOf(world.database.kysely, member, requestId);
}

/** The helper to whom something can be shown. */
function helperOf({ state, helper }: HelpRequest) {
  if (state !== "ACKNOWLEDGED" || !helper) throw new Conflict("Nobody is helping with this right now.");
  return helper;
}

/** Refuses everybody but the person who can start a call about their request, and the helper of one that is open. */
export async function requireCall(world: World, member: Member, requestId: number): Promise<void> {
  const request = await requestOf(world.database, member, requestId);
  if (isOwn(request, member)) helperOf(request);
  else if (!(await callOf(world.database.kysely, member, requestId)))
    throw new Forbidden("You are not in a video call about this.");
}

const hasEnded = () => new Conflict("This has ended.");

export async function start(
  world: World,
  member: Member,
  requestId: number,
  { source, offer }: { source: VideoSource; offer: string },
): Promise<VideoCall> {
  const { database, clock } = world;
  const request = await requestOf(database, member, requestId);
  if (!isOwn(request, member)) throw new Forbidden(`Only ${request.askedBy.name} can start this.`);
  const helper = helperOf(request);
  return database.kysely.transaction().execute(async (trx) => {
    const key = { family_id: member.familyId, help_request_id: requestId };
    await trx
      .deleteFrom("video_calls")
      .where("family_id", "=", key.family_id)
      .where("help_request_id", "=", key.help_request_id)
      .execute();
    const started = { ...key, helper_id: helper.id, source, offer, started_at: clock.now() };
    await trx.insertInto("video_calls").values(started).execute();
    await notifyHelper(world, trx, { familyId: member.familyId, requestId, helperId: helper.id });
    await publishTo(trx, [member.id, helper.id]);
    const call = await callOf(trx, member, requestId);
    if (!call) throw hasEnded();
    return call;
  });
}

export async function answer(
  { database }: World,
  member: Member,
  requestId: number,
  { videoCallId, answer: description }: { videoCallId: number; answer: string },
): Promise<VideoCall> {
  await requestOf(database, member, requestId);
  return database.kysely.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("video_calls")
      .set({ answer: description })
      .where("family_id", "=", member.familyId)
      .where("help_request_id", "=", requestId)
      .where("id", "=", videoCallId)
      .where("helper_id", "=", member.id)
      .where("answer", "is", null)
      .executeTakeFirstOrThrow();
    const call = numUpdatedRows > 0n ? await callOf(trx, member, requestId) : null;
    if (!call) throw hasEnded();
    await publishTo(trx, [call.askedBy.id, call.helper.id]);
    return call;
  });
}

/** Does nothing when the call has ended already. */
export async function end({ database }: World, member: Member, requestId: number): Promise<void> {
  const { askedBy } = await requestOf(database, member, requestId);
  await database.kysely.transaction().execute(async (trx) => {
    let ended = trx
      .deleteFrom("video_calls")
      .where("family_id", "=", member.familyId)
      .where("help_request_id", "=", requestId);
    if (askedBy.id !== member.id) ended = ended.where("helper_id", "=", member.id);
    const rows = await ended.returning("helper_id").execute();
    for (const { helper_id } of rows) await publishTo(trx, [askedBy.id, helper_id]);
  });
}

export async function deleteAbandonedVideoCalls({ database, clock }: World): Promise<void> {
  const before = new Date(clock.now().getTime() - maxHours * hourMs);
  await deleteInBatches(
    database.kysely,
    "video_calls",
    ["family_id", "help_request_id"],
    sql`started_at < ${before}`,
  );
}
