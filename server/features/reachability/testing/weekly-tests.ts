// Everybody who helps is tested once a week.
import { channelTraits, writtenChannels } from "#contract/channels.ts";
import { dayMs } from "#contract/durations.ts";
import type { Channel } from "#contract/messages.ts";
import type { ContactMethod, TestAnswer } from "#contract/reachability.ts";
import { takeAllowances } from "#server/platform/allowances/allowances.ts";
import type { Row } from "#server/platform/db/schema.ts";
import { Conflict, NotFound, TooMany } from "#server/platform/errors.ts";
import type { Member } from "#server/platform/http/session.ts";
import { BatchQueue } from "#server/platform/jobs/queue.ts";
import type { SendResult } from "#server/platform/messages/channel.ts";
import { channelsOf } from "#server/platform/messages/channels.ts";
import { dispatchClaimed } from "#server/platform/messages/dispatch.ts";
import { messageToAnswer, refuseOutdated } from "#server/platform/messages/message-links.ts";
import { enqueue, enqueueClaimed, type NewMessage } from "#server/platform/messages/outbox.ts";
import { recordArrival } from "#server/platform/messages/receipts.ts";
import type { World } from "#server/platform/world.ts";
import { contactMethodsOfPeople, isSilent, isUsable } from "../known-contact-methods.ts";
import {
  deleteWeeklyTests,
  findHomeTimeZones,
  findName,
  type PlannedTest,
  updateWeeklyTests,
} from "../queries.ts";
import { nextTestAfter, nextTestTime, testAfterThis, testKind, testOf } from "./test-kind.ts";

type Due = Row<"weekly_tests">;

const betweenPaidTests = 27 * dayMs;

const isPaid = ({ channel }: ContactMethod): boolean => channelTraits[channel].isPaid;

const isTestedLately = (method: ContactMethod, now: Date): boolean =>
  isPaid(method) &&
  method.testedAt !== null &&
  Date.parse(method.testedAt) > now.getTime() - betweenPaidTests;

/**
 * The best channel over which something was confirmed, preferring one that costs nothing. The app disturbs nobody, so
 * it is also tested while it is silent.
 */
function channelsToTest(methods: readonly ContactMethod[], now: Date): Channel[] {
  const usable = methods.filter(isUsable);
  const [first, ...others] = [...usable.filter((method) => !isPaid(method)), ...usable.filter(isPaid)];
  if (!first) return [];
  const next = isSilent(first, now) ? others.find((method) => !isSilent(method, now)) : undefined;
  const chosen = next && !channelTraits[first.channel].wakes ? [first, next] : [next ?? first];
  return chosen.filter((method) => !isTestedLately(method, now)).map(({ channel }) => channel);
}

/** Returns the messages for everybody who is tested now. */
async function testsOf(world: World, plans: readonly PlannedTest[]): Promise<NewMessage[]> {
  const now = world.clock.now();
  const people = plans.map(({ due }) => due.person_id);
  const methods = await contactMethodsOfPeople(world, people);
  return people.flatMap((personId) =>
    channelsToTest(methods.get(personId) ?? [], now).map((channel) => testOf(personId, channel, "weekly")),
  );
}

/** Sends this week's tests and plans the next ones. People who no longer help are not tested anymore. */
async function processDue(world: World, batch: readonly Due[]): Promise<void> {
  const { kysely: db } = world.database;
  const now = world.clock.now();
  const zones = await findHomeTimeZones(
    db,
    batch.map(({ person_id }) => person_id),
  );
  const [tested, postponed]: [PlannedTest[], PlannedTest[]] = [[], []];
  for (const due of batch) {
    const timeZone = zones.get(due.person_id);
    if (timeZone === undefined) continue;
    const moment = due.is_planned ? nextTestTime(now, timeZone) : nextTestAfter(now, timeZone);
    if (moment > now) postponed.push({ due, at: moment });
    else tested.push({ due, at: testAfterThis(now, timeZone) });
  }
  const former = batch.filter(({ person_id }) => !zones.has(person_id)).map(({ person_id }) => person_id);
  const tests = await testsOf(world, tested);
  await db.transaction().execute(async (trx) => {
    if (former.length > 0) await deleteWeeklyTests(trx, former);
    const planned = await updateWeeklyTests(trx, [...tested, ...postponed]);
    await enqueue(
      trx,
      tests.filter(({ personId }) => planned.has(Number(personId))),
      now,
    );
  });
}

// When a whole time zone is due at once, one server enqueues 400,000 tests in a quarter of an hour.
export const weeklyTests = new BatchQueue({
  name: "weekly-tests",
  rows: { table: "weekly_tests", keys: ["person_id"], due: "due_at" },
  batchSize: 100,
  process: processDue,
});

// Tests that somebody asks for.

/** Sends a test now, and returns what became of it on each channel. */
export async function sendTestsBy(
  world: World,
  personId: number,
  channels: readonly Channel[],
): Promise<Map<Channel, SendResult>> {
  const { database, clock } = world;
  const tests = channels.map((channel) => testOf(personId, channel, "asked"));
  const messages = await database.kysely
    .transaction()
    .execute((trx) => enqueueClaimed(trx, tests, clock.now()));
  return await dispatchClaimed(world, testKind, messages);
}

/** Tests these channels, even one that was refused before, because that may have changed. Nobody is called without asking. */
export async function sendAskedTest(
  world: World,
  member: Member,
  personId: number,
  wanted: readonly Channel[] = writtenChannels,
): Promise<Channel[]> {
  const family = await channelsOf(world, member.familyId);
  const person = family.find((one) => one.personId === personId);
  if (!person) throw new NotFound();
  const tested = person.channels.filter((channel) => wanted.includes(channel));
  if (tested.length === 0) throw new Conflict(`No message can reach ${person.name} yet.`);
  const wait = await takeAllowances(world, world.database.kysely, {
    name: "reachability-tests",
    key: personId,
  });
  if (wait > 0)
    throw new TooMany(
      `That's all the tests we can send ${person.name} today. Please try again tomorrow.`,
      wait,
    );
  const results = await sendTestsBy(world, personId, tested);
  return tested.filter((channel) => results.get(channel)?.outcome === "accepted");
}

// Answers to a test without a sign-in: the link is the proof.

async function findTest(world: World, token: string) {
  const linked = await messageToAnswer(world, testKind.name, token);
  refuseOutdated(world, linked);
  return linked;
}

async function viewOf(
  world: World,
  { message }: Awaited<ReturnType<typeof findTest>>,
  isAnswered: boolean,
): Promise<TestAnswer> {
  const name = await findName(world.database.kysely, message.person_id);
  return { name, channel: message.channel, isAnswered };
}

export async function testBehind(world: World, token: string): Promise<TestAnswer> {
  return viewOf(world, await findTest(world, token), false);
}

/** An answer proves that the message has arrived. */
export async function answerTest(world: World, token: string): Promise<TestAnswer> {
  const linked = await findTest(world, token);
  await recordArrival(world, linked);
  return viewOf(world, linked, true);
}
