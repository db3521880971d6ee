// Tests that an admin asks for.
import type { Channel } from "#contract/messages.ts";
import { takeAllowances } from "#server/allowances/allowances.ts";
import { Conflict, NotFound, TooMany } from "#server/errors.ts";
import type { Member } from "#server/http/session.ts";
import { channelsOf } from "#server/messages/channels.ts";
import type { World } from "#server/world.ts";
import { sendTestBy } from "./test-messages.ts";

/** By every way that there is, also one that was refused before: that may be over. */
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
  const handovers = await Promise.all(
    person.channels.map(async (channel) => ({ channel, ...(await sendTestBy(world, personId, channel)) })),
  );
  return handovers.filter(({ outcome }) => outcome === "taken").map(({ channel }) => channel);
}
