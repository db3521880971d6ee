// Everybody who helps is tested once a week.
import { type Channel, channelTraits } from "#contract/messages.ts";
import type { ContactMethod, TestAnswer } from "#contract/reachability.ts";
import { takeAllowances } from "#server/allowances/allowances.ts";
import type { Row } from "#server/db/schema.ts";
import { Conflict, NotFound, TooMany } from "#server/errors.ts";
import type { Member } from "#server/http/session.ts";
import { RowsQueue } from "#server/jobs/queue.ts";
import type { SendResult } from "#server/messages/channel.ts";
import { channelsOf } from "#server/messages/channels.ts";
import { dispatchClaimed } from "#server/messages/dispatch.ts";
import { messageToAnswer, refuseOutdated } from "#server/messages/message-links.ts";
import { enqueue, enqueueClaimed } from "#server/messages/outbox.ts";
import { recordArrival } from "#server/messages/receipts.ts";
import type { World } from "#server/world.ts";
import { contactMethodsOfPerson, isSilent, isUsable } from "../known-contact-methods.ts";
import { civilMoment, homeTimeZones, nextTestAfter, testAfterThis, testKind, testOf } from "./test-kind.ts";

type Due = Row<"weekly_tests">;

const betweenPaidTests = 27 * 24 * 60 * 60_000;

const isPaid = ({ channel }: ContactMethod): boolean => channelTraits[channel].isPaid;

const isTestedLately = (method: ContactMethod, now: Date): boolean =>
  isPaid(method) &&
  method.testedAt !== null &&
  Date.parse(method.testedAt) > now.getTime() - betweenPaidTests;

/**
 * The best channel from which something was heard, one that costs nothing before one that does. The app does not disturb
 * anybody, so it is tested also while it is silent.
 */
function channelsToTest(methods: readonly ContactMethod[], now: Date): Channel[] {
  const usable = methods.filter(isUsable);
  const [first, ...others] = [...usable.filter((method) => !isPaid(method)), ...usable.filter(isPaid)];
  if (!first) return [];
  const next = isSilent(first, now) ? others.find((method) => !isSilent(method, now)) : undefined;
  const chosen = next && !channelTraits[first.channel].wakes ? [first, next] : [next ?? first];
  return chosen.filter((method) => !isTestedLately(method, now)).map(({ channel }) => channel);
}

/** Sends this week's test and plans the next one. When another change has planned it since, nothing is sent. */
async function sendTest(
  { database, clock }: World,
  due: Due,
  channels: readonly Channel[],
  timeZone: string,
) {
  const now = clock.now();
  await database.kysely.transaction().execute(async (trx) => {
    if (!(await plan(trx, due, testAfterThis(now, timeZone)))) return;
    const tests = channels.map((channel) => testOf(due.person_id, channel, "weekly"));
    await enqueue(trx, tests, now);
  });
}

async function plan(db: World["database"]["kysely"], { person_id, due_at }: Due, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("weekly_tests")
    .set({ due_at: at, is_planned: true })
    .where("person_id", "=", person_id)
    .where("due_at", "=", due_at)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function processDue(world: World, due: Due): Promise<void> {
  const { kysely: db } = world.database;
  const now = world.clock.now();
  const timeZone = (await homeTimeZones(world, [due.person_id])).get(due.person_id);
  if (timeZone === undefined) {
    await db.deleteFrom("weekly_tests").where("person_id", "=", due.person_id).execute();
    return;
  }
  const moment = due.is_planned ? civilMoment(now, timeZone) : nextTestAfter(now, timeZone);
  if (moment > now) {
    await plan(db, due, moment);
    return;
  }
  const methods = await contactMethodsOfPerson(world, due.person_id);
  await sendTest(world, due, channelsToTest(methods, now), timeZone);
}

export const weeklyTests = new RowsQueue({
  name: "weekly-tests",
  rows: { table: "weekly_tests", keys: ["person_id"], due: "due_at" },
  concurrency: 8,
  process: processDue,
});

// Tests that an admin asks for.

/** Sends a test now, and answers what became of it on each channel. */
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

/** Tests every channel, even one that was refused before, because that may have changed. */
export async function sendAskedTest(world: World, member: Member, personId: number): Promise<Channel[]> {
  const family = await channelsOf(world, member.familyId);
  const person = family.find((one) => one.personId === personId);
  if (!person) throw new NotFound();
  if (person.channels.length === 0) throw new Conflict(`No message can reach ${person.name} yet.`);
  const wait = await takeAllowances(world, world.database.kysely, {
    name: "reachability-tests",
    key: personId,
  });
  if (wait > 0)
    throw new TooMany(
      `That's all the tests we can send ${person.name} today. Please try again tomorrow.`,
      wait,
    );
  const results = await sendTestsBy(world, personId, person.channels);
  return person.channels.filter((channel) => results.get(channel)?.outcome === "accepted");
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
  const person = world.database.kysely.selectFrom("people").select("username as name");
  const { name } = await person.where("id", "=", message.person_id).executeTakeFirstOrThrow();
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
