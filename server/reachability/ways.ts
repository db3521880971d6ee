// The ways that lead to people, each with what is known of it.
import { type Channel, channels } from "#contract/notifications.ts";
import type { Way } from "#contract/reachability.ts";
import type { Row } from "../db/schema.ts";
import { channelsOf, channelsOfPerson, type Reachable } from "../notifications/channels.ts";
import type { World } from "../world.ts";

/** Somebody of a family. */
export interface Reached extends Omit<Reachable, "channels"> {
  ways: Way[];
}

type Known = Row<"known_ways">;

const instant = (at: Date | null | undefined): string | null => at?.toISOString() ?? null;

const wayBy = (channel: Way["channel"], places: number, known: Known | undefined): Way => ({
  ...{ channel, places, refusal: known?.refusal ?? null },
  provenAt: instant(known?.proven_at),
  testedAt: instant(known?.tested_at),
  unansweredSince: instant(known?.unanswered_since),
});

async function countDevices({ kysely: db }: World["database"], people: number[], now: Date) {
  const rows = await db
    .selectFrom("push_subscriptions as p")
    .innerJoin("sessions as s", "s.id", "p.session_id")
    .select(["p.person_id", (count) => count.fn.countAll<number>().as("devices")])
    .where("p.person_id", "in", people)
    .where("s.expires_at", ">", now)
    .groupBy("p.person_id")
    .execute();
  return new Map(rows.map(({ person_id, devices }) => [person_id, devices]));
}

interface Leading {
  personId: number;
  channels: readonly Channel[];
}

/** By push, and its last device is gone. */
const isLost = ({ channel, refusal }: Known, open: readonly Channel[]): boolean =>
  channel === "push" && refusal !== null && !open.includes(channel);

function waysTo({ personId, channels: open }: Leading, known: readonly Known[], devices: number): Way[] {
  const own = known.filter((way) => way.person_id === personId);
  const lost = own.filter((way) => isLost(way, open)).map(({ channel }) => channel);
  return channels
    .filter((channel) => open.includes(channel) || lost.includes(channel))
    .map((channel) =>
      wayBy(
        channel,
        channel === "push" ? devices : 1,
        own.find((way) => way.channel === channel),
      ),
    );
}

/** Of each of these people. */
async function waysOf(world: World, people: readonly Leading[]): Promise<Map<number, Way[]>> {
  const ids = people.map(({ personId }) => personId);
  const { kysely: db } = world.database;
  const [known, devices] = await Promise.all([
    db.selectFrom("known_ways").selectAll().where("person_id", "in", ids).execute(),
    countDevices(world.database, ids, world.clock.now()),
  ]);
  return new Map(
    people.map((person) => [person.personId, waysTo(person, known, devices.get(person.personId) ?? 0)]),
  );
}

export async function waysInFamily(world: World, familyId: number): Promise<Reached[]> {
  const members = await channelsOf(world, familyId);
  if (members.length === 0) return [];
  const ways = await waysOf(world, members);
  return members.map(({ channels: _, ...member }) => ({ ...member, ways: ways.get(member.personId) ?? [] }));
}

export async function waysToPerson(world: World, personId: number): Promise<Way[]> {
  const channels = await channelsOfPerson(world, personId);
  return (await waysOf(world, [{ personId, channels }])).get(personId) ?? [];
}

const twoWeeks = 14 * 24 * 60 * 60_000;

/** Worth a try: nobody has said that it leads nowhere. */
export const isUsable = ({ places, refusal }: Way): boolean => places > 0 && refusal === null;

/** Nothing came back from our tests for two weeks. */
export const isSilent = ({ unansweredSince }: Way, now: Date): boolean =>
  unansweredSince !== null && Date.parse(unansweredSince) <= now.getTime() - twoWeeks;
