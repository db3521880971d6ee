// Tests that an admin asks for.
import { sql } from "kysely";
import type { Channel } from "#contract/messages.ts";
import { Conflict, NotFound, TooMany } from "#server/errors.ts";
import type { Member } from "#server/http/session.ts";
import type { SendResult } from "#server/messages/channel.ts";
import { channelsOf } from "#server/messages/channels.ts";
import { dispatchClaimed } from "#server/messages/dispatch.ts";
import { enqueueClaimed } from "#server/messages/outbox.ts";
import type { World } from "#server/world.ts";
import { testKind, testOf } from "./test-kind.ts";

const aDay = 24 * 60 * 60;

/** Counts a test. Answers false when the limit of the day is reached. */
async function permitTest({ database, config, clock }: World, personId: number): Promise<boolean> {
  const now = clock.now();
  const isOver = sql`a.since <= ${now}::timestamptz - interval '1 day'`;
  const { rows } = await sql`
    insert into asked_tests as a (person_id, tests, since) values (${personId}, 1, ${now})
    on conflict (person_id) do update set
      tests = case when ${isOver} then 1 else a.tests + 1 end,
      since = case when ${isOver} then excluded.since else a.since end
    where ${isOver} or a.tests < ${config.limits.testsPerPersonPerDay}
    returning tests`.execute(database.kysely);
  return rows.length > 0;
}

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
export async function sendTest(world: World, member: Member, personId: number): Promise<Channel[]> {
  const family = await channelsOf(world, member.familyId);
  const person = family.find((one) => one.personId === personId);
  if (!person) throw new NotFound();
  if (person.channels.length === 0) throw new Conflict(`No message can reach ${person.name} yet.`);
  if (!(await permitTest(world, personId)))
    throw new TooMany(
      `That's all the tests we can send ${person.name} today. Please try again tomorrow.`,
      aDay,
    );
  const results = await sendTestsBy(world, personId, person.channels);
  return person.channels.filter((channel) => results.get(channel)?.outcome === "accepted");
}
