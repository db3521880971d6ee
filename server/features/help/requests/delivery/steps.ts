// Turns the plan steps that are due into messages, one for each person and channel that can be reached now.

import { channelTraits } from "#contract/channels.ts";
import { minuteMs } from "#contract/durations.ts";
import type { Channel } from "#contract/messages.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { isUnavailable } from "#server/platform/db/unavailable.ts";
import { claimDue, nextDue } from "#server/platform/jobs/due-rows.ts";
import type { ImmediateWork } from "#server/platform/jobs/queue.ts";
import { measurementsOf } from "#server/platform/measurements.ts";
import { enqueue } from "#server/platform/messages/outbox.ts";
import type { World } from "#server/platform/world.ts";
import { helpMessage } from "../help-message.ts";
import { holdBackSteps, markUnreachable, takeReminders, takeSteps, transition } from "../lifecycle.ts";
import type { RequestKey } from "../lifecycle-queries.ts";
import { dueSteps, findAskedBefore, findChannels, findHelpers } from "./queries.ts";

const batchSize = 50;

/** The step after somebody has said that they can't help leaves them out for this time. */
const sparedMs = 2 * minuteMs;

/** A request with the step that is due, in its state before that step. */
type DueRequest = Awaited<ReturnType<typeof takeSteps>>[number] & Omit<AskedBefore, keyof RequestKey>;
type AskedBefore = Awaited<ReturnType<typeof findAskedBefore>>[number];
type Helper = Awaited<ReturnType<typeof findHelpers>>[number];

interface Ask extends RequestKey {
  readonly person_id: number;
  readonly channel: Channel;
}

function asksOf(request: DueRequest, familyHelpers: readonly Helper[], now: Date): Ask[] {
  const { family_id, id, asked_by, state, step, seen_by, handed_on_by, handed_on_at } = request;
  const hasSeen = seen_by.some((person) => person !== handed_on_by);
  if (step.unlessSeen && state === "SEEN" && hasSeen) return [];
  const isSpared = handed_on_at !== null && now.getTime() - handed_on_at.getTime() < sparedMs;
  const helpers = familyHelpers.filter(({ person_id }) => person_id !== asked_by);
  const asked = step.target === "everyone" ? helpers : helpers.slice(0, 1);
  const able = asked.filter(({ person_id }) => !(isSpared && person_id === handed_on_by));
  return able.flatMap(({ person_id, channels }) =>
    step.channels
      .filter((channel) => channels.includes(channel))
      .map((channel) => ({ family_id, id, person_id, channel })),
  );
}

/**
 * The people who are asked for the first time after somebody else was asked, or after somebody else has seen the
 * request.
 */
function escalatedTo({ state, written_to, seen_by }: DueRequest, asks: readonly Ask[]): Set<number> {
  const isEscalation = (person: number) =>
    !written_to.includes(person) &&
    (written_to.length > 0 || (state === "SEEN" && !seen_by.includes(person)));
  const written = asks
    .filter(({ channel }) => channelTraits[channel].wakes)
    .map(({ person_id }) => person_id);
  return new Set(written.filter(isEscalation));
}

const messageTo = ({ family_id, id, person_id, channel }: Ask, about: "ASKED" | "REMINDED") => ({
  kind: helpMessage,
  about,
  subjectId: id,
  familyId: family_id,
  personId: person_id,
  channel,
});

async function findDueRequests(trx: Db, claimed: readonly RequestKey[]): Promise<DueRequest[]> {
  const before = new Map((await findAskedBefore(trx, claimed)).map((each) => [each.id, each]));
  return (await takeSteps(trx, claimed)).flatMap((taken) => {
    const asked = before.get(taken.id);
    return asked ? [{ ...asked, ...taken }] : [];
  });
}

/**
 * Asks the people that a step names, and shows the person who needs help who else is asked now. Returns the number of
 * people to whom it escalated.
 */
async function askPeople(trx: Db, claimed: readonly RequestKey[], now: Date): Promise<number> {
  const requests = await findDueRequests(trx, claimed);
  const families = [...new Set(requests.map(({ family_id }) => family_id))];
  const helpers = Map.groupBy(await findHelpers(trx, families), ({ family_id }) => family_id);
  const asked = requests.map((request) => ({
    request,
    asks: asksOf(request, helpers.get(request.family_id) ?? [], now),
  }));
  const messages = asked.flatMap(({ asks }) => asks.map((ask) => messageTo(ask, "ASKED")));
  await enqueue(trx, messages, now);
  const escalated = asked.flatMap(({ request, asks }) => {
    const { family_id, id } = request;
    return [...escalatedTo(request, asks)].map((actor) => ({ family_id, id, actor }));
  });
  await transition(trx, { requests: escalated, to: "ESCALATED", at: now });
  return escalated.length;
}

/** Asks the helpers of acknowledged requests how it is going. */
async function remindHelpers(trx: Db, claimed: readonly RequestKey[], now: Date): Promise<void> {
  const requests = await takeReminders(trx, claimed);
  const people = await findChannels(
    trx,
    requests.flatMap(({ helper_id }) => helper_id ?? []),
  );
  const channelsOf = new Map(people.map(({ id, channels }) => [id, channels]));
  const messages = requests.flatMap(({ family_id, id, helper_id: person_id }) => {
    if (person_id === null) return [];
    const channels = channelsOf.get(person_id) ?? [];
    return channels.map((channel) => messageTo({ family_id, id, person_id, channel }, "REMINDED"));
  });
  await enqueue(trx, messages, now);
}

/** Claims a batch of requests whose next step is due, and takes that step in the same transaction. */
async function takeDueSteps(trx: Db, now: Date): Promise<{ taken: number; escalated: number }> {
  const claimed = await claimDue(trx, dueSteps, { now, limit: batchSize });
  if (claimed.length === 0) return { taken: 0, escalated: 0 };
  const acknowledged = claimed.filter(({ state }) => state === "ACKNOWLEDGED");
  const open = claimed.filter(({ state }) => state !== "ACKNOWLEDGED");
  if (acknowledged.length > 0) await remindHelpers(trx, acknowledged, now);
  const escalated = open.length > 0 ? await askPeople(trx, open, now) : 0;
  await markUnreachable(trx, open, now);
  return { taken: claimed.length, escalated };
}

/**
 * Moves steps to the end of the quiet hours. If that fails, such as for a zone that PostgreSQL doesn't know, the steps
 * of all families are taken in their quiet hours, because a message at night is better than none.
 */
async function waitForMorning({ database, log }: World, now: Date): Promise<void> {
  try {
    await holdBackSteps(database.kysely, now);
  } catch (err) {
    if (err instanceof Error && isUnavailable(err)) throw err;
    log.error({ err }, "quiet hours could not be applied");
  }
}

export const helpSteps: ImmediateWork = {
  async finishDue(world) {
    const now = world.clock.now();
    let count = 0;
    for (;;) {
      await waitForMorning(world, now);
      const { taken, escalated } = await world.database.kysely
        .transaction()
        .execute((trx) => takeDueSteps(trx, now));
      if (escalated > 0) measurementsOf(world)?.escalated(escalated);
      if (taken === 0) return count;
      count += taken;
    }
  },
  nextDue: ({ database }) => nextDue(database.kysely, dueSteps),
};
