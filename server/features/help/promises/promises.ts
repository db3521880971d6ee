// A helper says when they will call or come, is reminded at that time, and the person who needs help says whether it
// happened.
import { hourMs, minuteMs } from "#contract/durations.ts";
import { maxPromiseMinutes, type NewHelpPromise } from "#contract/help/promises.ts";
import type { HelpRequest } from "#contract/help/requests.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { Conflict, Invalid } from "#server/platform/errors.ts";
import type { Member } from "#server/platform/http/session.ts";
import { RowQueue } from "#server/platform/jobs/queue.ts";
import { publish } from "#server/platform/live/publish.ts";
import { channelsOfPeople, quietChannelsOf } from "#server/platform/messages/channels.ts";
import { enqueue } from "#server/platform/messages/outbox.ts";
import type { World } from "#server/platform/world.ts";
import { acknowledge } from "../requests/actions.ts";
import { wakeWorkers } from "../requests/help-message.ts";
import { askHelperAt, checkHelperAfterMs, recordHandOn } from "../requests/lifecycle.ts";
import { deleteReceiptOf, lockHelpedRequest, type RequestKey } from "../requests/lifecycle-queries.ts";
import { restartPlans, reviewOpenRequests } from "../requests/member-changes.ts";
import { type Actor, isClosed, requestOf, requireAsker } from "../requests/requests.ts";
import { promiseMessage } from "./promise-kind.ts";
import {
  duePromises,
  endPromise,
  findAskerId,
  type HelpPromise,
  insertPromise,
  storeCheck,
  storeOutcome,
} from "./queries.ts";

/** The person who needs help is asked this long after the promised time. */
const askAfterMs = 10 * minuteMs;
/** Somebody who is on the way may need an hour. */
const askAfterMsOnTheWay = hourMs;

const later = (time: Date, ms: number): Date => new Date(time.getTime() + ms);

function dueAtOf({ minutes, at }: NewHelpPromise, now: Date): Date | null {
  if (minutes !== undefined) return later(now, minutes * minuteMs);
  if (at === undefined) return null;
  const dueAt = new Date(at);
  if (dueAt <= now)
    throw new Invalid("That time has passed.", { at: "That time has passed. Please choose a later one." });
  if (dueAt > later(now, maxPromiseMinutes * minuteMs))
    throw new Invalid("That is too far off.", { at: "Please choose a time within a day" });
  return dueAt;
}

/** A call at a set time is followed by a reminder at that time. Other promises are followed only by the question. */
const firstCheckOf = (kind: NewHelpPromise["kind"], dueAt: Date | null, now: Date): Date =>
  dueAt ?? later(now, kind === "COMING" ? askAfterMsOnTheWay : askAfterMs);

/** Takes the request if nobody has yet. A new promise replaces the previous one. */
export async function promise(
  world: World,
  actor: Actor,
  id: number,
  wanted: NewHelpPromise,
): Promise<HelpRequest> {
  const { database, clock } = world;
  const now = clock.now();
  const dueAt = dueAtOf(wanted, now);
  const { askedBy } = await acknowledge(world, actor, id);
  const key = { family_id: actor.familyId, id };
  await database.kysely.transaction().execute(async (trx) => {
    const helped = await lockHelpedRequest(trx, key);
    if (helped?.helper_id !== actor.id) throw new Conflict(`${askedBy.name} does not need this anymore.`);
    await endPromise(trx, key, now);
    await insertPromise(trx, {
      family_id: actor.familyId,
      help_request_id: id,
      person_id: actor.id,
      made_at: clock.now(),
      kind: wanted.kind,
      due_at: dueAt,
      words: wanted.words || null,
      check_at: firstCheckOf(wanted.kind, dueAt, now),
    });
    // The helper is asked how it went an hour after the call, instead of an hour after "I'll help".
    await askHelperAt(trx, key, later(dueAt ?? now, checkHelperAfterMs));
    await publish(trx, actor.familyId, "help-requests");
    await wakeWorkers(trx);
  });
  return requestOf(database, actor, id);
}

/** "I can't help Rose after all": the plan starts over without the person who hands the request on, as when a helper leaves. */
export async function handOn(world: World, actor: Actor, id: number): Promise<HelpRequest> {
  const { database, clock } = world;
  const now = clock.now();
  const key = { family_id: actor.familyId, id };
  await database.kysely.transaction().execute(async (trx) => {
    const helped = await lockHelpedRequest(trx, key);
    if (helped?.helper_id !== actor.id) return;
    await restartPlans(trx, [{ ...key, actor: null }], now);
    await recordHandOn(trx, key, actor.id, now);
    await reviewOpenRequests(trx, key.family_id, now);
  });
  const request = await requestOf(database, actor, id);
  const { handedOn, helper, askedBy } = request;
  if (handedOn?.person.id === actor.id) return request;
  if (isClosed(request)) throw new Conflict(`${askedBy.name} does not need this anymore.`);
  throw new Conflict(helper ? `${helper.name} is already helping.` : "You are not helping with this.");
}

/** Tells the helper and asks the family again. */
async function askAgainAfterMiss(
  trx: Db,
  world: World,
  key: RequestKey,
  helperId: number,
  askerId: number,
): Promise<void> {
  const now = world.clock.now();
  await deleteReceiptOf(trx, key, "ACCEPTED", askerId);
  await restartPlans(trx, [{ ...key, actor: askerId }], now);
  await reviewOpenRequests(trx, key.family_id, now);
  const [helper] = await channelsOfPeople(world, [helperId]);
  const message = { kind: promiseMessage, about: "MISSED", subjectId: key.id, familyId: key.family_id };
  const to = (helper?.channels ?? []).map((channel) => ({ ...message, personId: helperId, channel }));
  await enqueue(trx, to, now);
}

/** "Did Anna call?" Does nothing to a promise that is over, and returns the request as it is. */
export async function answerPromise(
  world: World,
  member: Member,
  id: number,
  isKept: boolean,
): Promise<HelpRequest> {
  await requireAsker(world, member, id);
  const { database, clock } = world;
  const key = { family_id: member.familyId, id };
  await database.kysely.transaction().execute(async (trx) => {
    const helped = await lockHelpedRequest(trx, key);
    if (!helped) return;
    const ended = await storeOutcome(trx, key, isKept, clock.now());
    if (!ended) return;
    if (!isKept) await askAgainAfterMiss(trx, world, key, ended.person_id, helped.asked_by);
    await publish(trx, member.familyId, "help-requests");
  });
  return requestOf(database, member, id);
}

const messageAbout = ({ family_id, help_request_id }: HelpPromise, about: "DUE" | "ASKED") => ({
  kind: promiseMessage,
  about,
  subjectId: help_request_id,
  familyId: family_id,
});

async function remindHelper(world: World, promise: HelpPromise, dueAt: Date): Promise<void> {
  const now = world.clock.now();
  const [helper] = await channelsOfPeople(world, [promise.person_id]);
  const message = { ...messageAbout(promise, "DUE"), personId: promise.person_id };
  await world.database.kysely.transaction().execute(async (trx) => {
    const checked = { check_at: later(dueAt, askAfterMs), reminded_at: now };
    if (!(await storeCheck(trx, promise, checked))) return;
    await enqueue(
      trx,
      (helper?.channels ?? []).map((channel) => ({ ...message, channel })),
      now,
    );
  });
}

/**
 * The question is on the screen of the person who needs help. A message that leads there is sent only over a channel
 * that wakes somebody at no cost.
 */
async function askWhetherKept(world: World, promise: HelpPromise): Promise<void> {
  const { kysely } = world.database;
  const now = world.clock.now();
  const { family_id, help_request_id: id } = promise;
  const personId = await findAskerId(kysely, { family_id, id });
  await kysely.transaction().execute(async (trx) => {
    if (!(await storeCheck(trx, promise, { check_at: null, asked_at: now }))) return;
    const quiet = await quietChannelsOf(world, trx, [personId]);
    await enqueue(
      trx,
      quiet.map((to) => ({ ...messageAbout(promise, "ASKED"), ...to })),
      now,
    );
    await publish(trx, family_id, "help-requests");
  });
}

export const promiseChecks = new RowQueue({
  name: "promise-checks",
  rows: duePromises,
  concurrency: 4,
  process: (world, promise) =>
    promise.due_at && !promise.reminded_at
      ? remindHelper(world, promise, promise.due_at)
      : askWhetherKept(world, promise),
});
