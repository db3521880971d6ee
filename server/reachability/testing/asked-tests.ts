// Tests that an admin asks for.
import type { Channel } from "#contract/messages.ts";
import { takeAllowances } from "#server/allowances/allowances.ts";
import { Conflict, NotFound, TooMany } from "#server/errors.ts";
import type { Member } from "#server/http/session.ts";
import type { SendResult } from "#server/messages/channel.ts";
import { channelsOf } from "#server/messages/channels.ts";
import { dispatchClaimed } from "#server/messages/dispatch.ts";
import { enqueueClaimed } from "#server/messages/outbox.ts";
import type { World } from "#server/world.ts";
import { testKind, testOf } from "./test-kind.ts";

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
