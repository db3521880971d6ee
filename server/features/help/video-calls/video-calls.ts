// The row of a video call carries the two session descriptions by which its browsers connect. It exists as long as
// the call.
import { createHmac } from "node:crypto";
import type * as z from "zod/mini";
import { hourMs, hourSeconds } from "#contract/durations.ts";
import type { HelpRequest } from "#contract/help/requests.ts";
import type { IceServer, VideoCall, VideoSource } from "#contract/help/video-calls.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { Conflict, Forbidden } from "#server/platform/errors.ts";
import type { Member } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import type { World } from "#server/platform/world.ts";
import { isOwn, requestOf } from "../requests/requests.ts";
import {
  deleteVideoCall,
  deleteVideoCallsBefore,
  findVideoCall,
  replaceVideoCall,
  storeAnswer,
} from "./queries.ts";
import { notifyHelper } from "./video-call-kind.ts";

/** A call whose two browsers have both vanished leaves a row behind. */
const maxCallMs = 4 * hourMs;

async function publishTo(trx: Db, people: readonly number[]): Promise<void> {
  for (const personId of people) await publish(trx, { personId }, "video-calls");
}

export async function videoCallOf(
  world: World,
  member: Member,
  requestId: number,
): Promise<VideoCall | null> {
  const { database } = world;
  const { familyId, id: personId } = member;
  await requestOf(database, member, requestId);
  return (await findVideoCall(database.reads, { familyId, requestId }, personId)) ?? null;
}

/** The helper to whom something can be shown. */
function helperOf({ state, helper }: HelpRequest) {
  if (state !== "ACKNOWLEDGED" || !helper) throw new Conflict("Nobody is helping with this right now.");
  return helper;
}

/** Refuses everybody but the person who can start a call about their request, and the helper of one that is open. */
export async function requireCall(world: World, member: Member, requestId: number): Promise<void> {
  const { database } = world;
  const { familyId, id: personId } = member;
  const request = await requestOf(database, member, requestId);
  if (isOwn(request, member)) helperOf(request);
  else if (!(await findVideoCall(database.reads, { familyId, requestId }, personId)))
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
  const { familyId } = member;
  return database.kysely.transaction().execute(async (trx) => {
    const about = { family_id: familyId, help_request_id: requestId, helper_id: helper.id };
    await replaceVideoCall(trx, { ...about, source, offer, started_at: clock.now() });
    await notifyHelper(world, trx, { familyId, requestId, helperId: helper.id });
    await publishTo(trx, [member.id, helper.id]);
    const call = await findVideoCall(trx, { familyId, requestId }, member.id);
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
  const { familyId, id: helperId } = member;
  const key = { familyId, requestId };
  return database.kysely.transaction().execute(async (trx) => {
    const isStored = await storeAnswer(trx, key, { id: videoCallId, helperId, answer: description });
    const call = isStored ? await findVideoCall(trx, key, helperId) : undefined;
    if (!call) throw hasEnded();
    await publishTo(trx, [call.askedBy.id, call.helper.id]);
    return call;
  });
}

/** Does nothing when the call has ended already. */
export async function end({ database }: World, member: Member, requestId: number): Promise<void> {
  const { askedBy } = await requestOf(database, member, requestId);
  const key = { familyId: member.familyId, requestId };
  await database.kysely.transaction().execute(async (trx) => {
    const ended = await deleteVideoCall(trx, key, askedBy.id === member.id ? null : member.id);
    if (ended) await publishTo(trx, [askedBy.id, ended.helper_id]);
  });
}

export async function deleteAbandonedVideoCalls({ database, clock }: World): Promise<void> {
  await deleteVideoCallsBefore(database.kysely, new Date(clock.now().getTime() - maxCallMs));
}

/** A relay checks them when a call begins. One that goes on longer keeps its place there. */
const credentialSeconds = hourSeconds;

/**
 * The configured STUN and TURN servers. A TURN server knows our secret and has no accounts: the user name is the time
 * at which it expires, and the password is a hash of that (draft-uberti-behave-turn-rest-00, which coturn calls
 * `use-auth-secret`). It also names the person, so that a relay can limit each of them.
 */
export function iceServers({ config, clock }: World, { id }: Member): z.output<typeof IceServer>[] {
  const { stun, turn } = config.videoCallServers;
  const servers: z.output<typeof IceServer>[] = stun.length ? [{ urls: [...stun] }] : [];
  if (!turn) return servers;
  const username = `${Math.floor(clock.now().getTime() / 1000) + credentialSeconds}:${id}`;
  const credential = createHmac("sha1", turn.secret).update(username).digest("base64");
  return [...servers, { urls: [...turn.urls], username, credential }];
}
