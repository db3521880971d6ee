// The contact methods of people, each with what is known about it.
import { channelTraits } from "#contract/channels.ts";
import { dayMs } from "#contract/durations.ts";
import type { Channel } from "#contract/messages.ts";
import type { ContactMethod, ReachabilityState } from "#contract/reachability.ts";
import type { Db, Row } from "#server/platform/db/schema.ts";
import {
  channelOf,
  channels,
  channelsOf,
  channelsOfPeople,
  type Reachable,
} from "#server/platform/messages/channels.ts";
import type { World } from "#server/platform/world.ts";
import { findContactMethods, findFirstUnanswered, findMemberships } from "./queries.ts";

/** A member of a family with their contact methods. */
export interface Reached extends Omit<Reachable, "channels"> {
  contactMethods: ContactMethod[];
}

type Known = Row<"contact_methods">;

const toInstant = (at: Date | null | undefined): string | null => at?.toISOString() ?? null;

const toContactMethod = (
  channel: ContactMethod["channel"],
  places: number,
  known: Known | undefined,
): ContactMethod => ({
  channel,
  places,
  refusal: known?.refusal ?? null,
  provenAt: toInstant(known?.proven_at),
  testedAt: toInstant(known?.tested_at),
  unansweredSince: toInstant(known?.unanswered_since),
});

type Devices = ReadonlyMap<Channel, ReadonlyMap<number, number>>;

/** The number of devices of each person, for the channels whose addresses are devices. */
async function countDevices({ database, clock }: World, people: readonly number[]): Promise<Devices> {
  const counts = channels.map(
    async ({ name, countDevices: count }) =>
      [name, await count?.(database.kysely, people, clock.now())] as const,
  );
  return new Map((await Promise.all(counts)).flatMap(([name, found]) => (found ? [[name, found]] : [])));
}

interface Leading {
  personId: number;
  channels: readonly Channel[];
}

/** Whether the last device of a channel is gone. */
const isLost = ({ channel, refusal }: Known, open: readonly Channel[]): boolean =>
  channelOf(channel).countDevices !== undefined && refusal !== null && !open.includes(channel);

function relevantMethods(
  { personId, channels: open }: Leading,
  known: readonly Known[],
  devices: Devices,
): ContactMethod[] {
  const own = known.filter((method) => method.person_id === personId);
  const lost = own.filter((method) => isLost(method, open)).map(({ channel }) => channel);
  return channels
    .filter(({ name }) => open.includes(name) || lost.includes(name))
    .map(({ name, countDevices }) =>
      toContactMethod(
        name,
        countDevices ? (devices.get(name)?.get(personId) ?? 0) : 1,
        own.find(({ channel }) => channel === name),
      ),
    );
}

async function contactMethodsOf(
  world: World,
  people: readonly Leading[],
): Promise<Map<number, ContactMethod[]>> {
  const ids = people.map(({ personId }) => personId);
  const { kysely: db } = world.database;
  const [known, devices] = await Promise.all([findContactMethods(db, ids), countDevices(world, ids)]);
  return new Map(people.map((person) => [person.personId, relevantMethods(person, known, devices)]));
}

export async function contactMethodsInFamily(world: World, familyId: number): Promise<Reached[]> {
  const members = await channelsOf(world, familyId);
  if (members.length === 0) return [];
  const methods = await contactMethodsOf(world, members);
  return members.map(({ channels: _, ...member }) => ({
    ...member,
    contactMethods: methods.get(member.personId) ?? [],
  }));
}

export async function contactMethodsOfPeople(
  world: World,
  people: readonly number[],
): Promise<Map<number, ContactMethod[]>> {
  return people.length === 0 ? new Map() : contactMethodsOf(world, await channelsOfPeople(world, people));
}

const twoWeeksMs = 14 * dayMs;

/** When the clock alone makes a contact method of the family silent. */
export async function findNextSilence(db: Db, familyId: number, now: Date): Promise<Date | null> {
  const since = await findFirstUnanswered(db, familyId, new Date(now.getTime() - twoWeeksMs));
  return since && new Date(since.getTime() + twoWeeksMs);
}

/**
 * Returns whether a message may arrive: there is an address, and no provider has refused it. A number that texts do not
 * reach is not expected to take calls before one was heard there.
 */
export const isUsable = ({ channel, places, refusal, provenAt }: ContactMethod): boolean =>
  places > 0 && refusal === null && (!channelTraits[channel].isSpoken || provenAt !== null);

/** Returns whether two weeks of tests stayed unanswered. */
export const isSilent = ({ unansweredSince }: ContactMethod, now: Date): boolean =>
  unansweredSince !== null && Date.parse(unansweredSince) <= now.getTime() - twoWeeksMs;

/** Returns whether anybody in a family would hear a request for help. */
function stateOf(members: readonly Pick<Reached, "role" | "contactMethods">[], now: Date): ReachabilityState {
  const helpers = members.filter(({ role }) => role !== "grandparent");
  const usable = helpers
    .map(({ contactMethods }) => contactMethods.filter(isUsable))
    .filter((methods) => methods.length > 0);
  if (usable.length === 0) return "nobody";
  const heard = usable.filter((methods) => methods.some((method) => !isSilent(method, now)));
  if (heard.length === 0) return "unproven";
  return heard.length === 1 ? "one-person" : "reachable";
}

/** The states of many families, in as many statements as for one. */
export async function reachabilityOfFamilies(
  world: World,
  families: readonly number[],
): Promise<Map<number, ReachabilityState>> {
  const members = await findMemberships(world.database.kysely, families);
  const methods = await contactMethodsOfPeople(world, [
    ...new Set(members.map(({ person_id }) => person_id)),
  ]);
  const byFamily = Map.groupBy(members, ({ family_id }) => family_id);
  const now = world.clock.now();
  const stateIn = (familyId: number) =>
    stateOf(
      (byFamily.get(familyId) ?? []).map(({ role, person_id }) => ({
        role,
        contactMethods: methods.get(person_id) ?? [],
      })),
      now,
    );
  return new Map(families.map((familyId) => [familyId, stateIn(familyId)]));
}

export const reachabilityOf = async (world: World, familyId: number): Promise<ReachabilityState> =>
  stateOf(await contactMethodsInFamily(world, familyId), world.clock.now());
