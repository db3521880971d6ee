// A helper says when they will call or come, and the person who needs help says whether it happened.
import { sql } from "kysely";
import { minuteMs } from "#contract/durations.ts";
import { maxPromiseMinutes, type NewHelpPromise } from "#contract/help/promises.ts";
import type { HelpRequest } from "#contract/help/requests.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { Conflict, Invalid } from "#server/platform/errors.ts";
import type { Member } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import { channelsOfPeople } from "#server/platform/messages/channels.ts";
import { enqueue } from "#server/platform/messages/outbox.ts";
import type { World } from "#server/platform/world.ts";
import { wakeWorkers } from "../requests/help-message.ts";
import { restartPlans, reviewOpenRequests } from "../requests/member-changes.ts";
import { acknowledge } from "../requests/progress.ts";
import { type Actor, isClosed, requestOf, requireAsker } from "../requests/requests.ts";
import { promiseMessage } from "./promise-kind.ts";

/** The minutes after the promised time at which the person who needs help is asked. */
export const askAfterMinutes = 10;
/** Somebody who is on the way may need an hour. */
const askAfterMinutesOnTheWay = 60;

const later = (time: Date, minutes: number): Date => new Date(time.getTime() + minutes * minuteMs);

function dueAtOf({ minutes, at }: NewHelpPromise, now: Date): Date | null {
  if (minutes !== undefined) return later(now, minutes);
  if (at === undefined) return null;
  const dueAt = new Date(at);
  if (dueAt <= now)
    throw new Invalid("That time has passed.", { at: "That time has passed. Please choose a later one." });
  if (dueAt > later(now, maxPromiseMinutes))
    throw new Invalid("That is too far off.", { at: "Please choose a time within a day" });
  return dueAt;
}

/** A call at a set time is followed by a reminder at that time. Other promises are followed only by the question. */
const firstCheckOf = (kind: NewHelpPromise["kind"], dueAt: Date | null, now: Date): Date =>
  dueAt ?? later(now, kind === "COMING" ? askAfterMinutesOnTheWay : askAfterMinutes);

interface Key {
  readonly familyId: number;
  readonly id: number;
}

/** Locks the request, as long as somebody helps. */
const lockHelped = (trx: Db, { familyId, id }: Key) =>
  trx
    .selectFrom("help_requests")
    .select(["helper_id", "asked_by"])
    .where("family_id", "=", familyId)
    .where("id", "=", id)
    .where("state", "=", "ACKNOWLEDGED")
    .forNoKeyUpdate()
    .executeTakeFirst();

const openPromises = (trx: Db, { familyId, id }: Key) =>
  trx
    .updateTable("help_promises")
    .where("family_id", "=", familyId)
    .where("help_request_id", "=", id)
    .where("ended_at", "is", null);

/** Ends what this person promised, because they have done something else about the request. */
export const endPromise = async (trx: Db, key: Key, personId: number, now: Date): Promise<void> => {
  await openPromises(trx, key).where("person_id", "=", personId).set({ ended_at: now }).execute();
};

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
  const key = { familyId: actor.familyId, id };
  await database.kysely.transaction().execute(async (trx) => {
    const helped = await lockHelped(trx, key);
    if (helped?.helper_id !== actor.id) throw new Conflict(`${askedBy.name} does not need this anymore.`);
    await openPromises(trx, key).set({ ended_at: now }).execute();
    await trx
      .insertInto("help_promises")
      .values({
        family_id: actor.familyId,
        help_request_id: id,
        person_id: actor.id,
        made_at: clock.now(),
        kind: wanted.kind,
        due_at: dueAt,
        words: wanted.words || null,
        check_at: firstCheckOf(wanted.kind, dueAt, now),
      })
      .execute();
    // The helper is asked how it went an hour after the call, instead of an hour after "I'll help".
    await sql`update help_requests set next_step_at = ${later(dueAt ?? now, 60)}
      where family_id = ${actor.familyId} and id = ${id}`.execute(trx);
    await publish(trx, actor.familyId, "help-requests");
    await wakeWorkers(trx);
  });
  return requestOf(database, actor, id);
}

/** "I can't after all": the plan starts over without the person who hands the request on, as when a helper leaves. */
export async function handOn(world: World, actor: Actor, id: number): Promise<HelpRequest> {
  const { database, clock } = world;
  const now = clock.now();
  const { familyId } = actor;
  await database.kysely.transaction().execute(async (trx) => {
    const helped = await lockHelped(trx, { familyId, id });
    if (helped?.helper_id !== actor.id) return;
    await restartPlans(trx, [{ family_id: familyId, id, actor: null }], now);
    await sql`update help_requests set handed_on_by = ${actor.id}, handed_on_at = ${now}
      where family_id = ${familyId} and id = ${id}`.execute(trx);
    await reviewOpenRequests(trx, familyId, now);
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
  key: Key,
  helperId: number,
  askerId: number,
): Promise<void> {
  const now = world.clock.now();
  await trx
    .deleteFrom("help_request_receipts")
    .where("family_id", "=", key.familyId)
    .where("help_request_id", "=", key.id)
    .where("state", "=", "ACCEPTED")
    .where("person_id", "=", askerId)
    .execute();
  await restartPlans(trx, [{ family_id: key.familyId, id: key.id, actor: askerId }], now);
  await reviewOpenRequests(trx, key.familyId, now);
  const [helper] = await channelsOfPeople(world, [helperId]);
  const message = { kind: promiseMessage, about: "MISSED", subjectId: key.id, familyId: key.familyId };
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
  const key = { familyId: member.familyId, id };
  await database.kysely.transaction().execute(async (trx) => {
    const helped = await lockHelped(trx, key);
    if (!helped) return;
    const ended = await openPromises(trx, key)
      .where("asked_at", "is not", null)
      .set({ ended_at: clock.now(), is_kept: isKept })
      .returning("person_id")
      .executeTakeFirst();
    if (!ended) return;
    if (!isKept) await askAgainAfterMiss(trx, world, key, ended.person_id, helped.asked_by);
    await publish(trx, member.familyId, "help-requests");
  });
  return requestOf(database, member, id);
}
