// Who is calling. A caller's number can be forged, so a family can want a PIN as well.
import { callName } from "#contract/call-name.ts";
import { findFamily } from "#server/features/families/queries.ts";
import type { Giver } from "#server/features/hellos/hellos.ts";
import type { Actor } from "#server/features/help/requests/requests.ts";
import { giveBackAllowances, takeAllowances, type Use } from "#server/platform/allowances/allowances.ts";
import type { World } from "#server/platform/world.ts";
import { isPin } from "./doors.ts";
import { type DoorKey, type FoundCaller, findCallersFrom } from "./queries.ts";

export type Caller = FoundCaller;

export const keyOf = ({ familyId, id: personId }: Caller): DoorKey => ({ familyId, personId });

export const nameOf = ({ name, familyName }: Caller): string => callName(name, familyName);

/** What a caller may do as a member. Of all that a family can turn off, only hellos are on the phone. */
export const asMember = ({ familyId, id, role, hasHellos }: Caller): Actor & Giver => ({
  familyId,
  id,
  role,
  has: (name) => name === "hellos" && hasHellos,
});

/** The people who may call from a number, by whether they have to enter a PIN. */
export interface Callers {
  readonly withPin: readonly Caller[];
  readonly withoutPin: readonly Caller[];
}

export async function callersFrom({ database }: World, phoneNumber: string | undefined): Promise<Callers> {
  const found = phoneNumber === undefined ? [] : await findCallersFrom(database.reads, phoneNumber);
  return {
    withPin: found.filter(({ pin_hash }) => pin_hash !== null),
    withoutPin: found.filter(({ pin_hash }) => pin_hash === null),
  };
}

/** Returns false if this number has called too often in the last hour. */
export const countCall = async (world: World, phoneNumber: string): Promise<boolean> =>
  (await takeAllowances(world, world.database.kysely, { name: "phone-door-calls", key: phoneNumber })) === 0;

/** Compares with every hash, so that the time says nothing. */
const whose = ({ secrets }: World, callers: readonly Caller[], pin: string): Caller[] =>
  callers.filter((caller) => caller.pin_hash !== null && isPin(secrets, keyOf(caller), pin, caller.pin_hash));

/**
 * The people with this PIN, or undefined if there were too many wrong ones. A try is counted before it is compared, so that
 * many at once are still counted one by one.
 */
export async function callersWithPin(
  world: World,
  phoneNumber: string,
  callers: readonly Caller[],
  pin: string,
): Promise<readonly Caller[] | undefined> {
  const { kysely } = world.database;
  const uses: Use[] = [
    { name: "phone-door-pins-from-number", key: phoneNumber },
    ...callers.map(
      ({ familyId, id }): Use => ({ name: "phone-door-pins-of-member", key: `${familyId}/${id}` }),
    ),
  ];
  if ((await takeAllowances(world, kysely, ...uses)) > 0) return undefined;
  const found = whose(world, callers, pin);
  if (found.length > 0) await giveBackAllowances(world, kysely, ...uses);
  return found;
}

/** Somebody whom a caller can phone instead. */
export interface Contact {
  readonly name: string;
  readonly phoneNumber: string;
}

/** The first contact of the family's plan, or else the first helper who has a number. */
export async function contactOf({ database }: World, familyId: number): Promise<Contact | undefined> {
  const family = await findFamily(database.reads, familyId);
  if (!family) return undefined;
  const helpers = family.members.filter(({ role }) => role !== "grandparent");
  const contacts = helpers.flatMap(({ id, name, phoneNumber }) =>
    phoneNumber === null ? [] : [{ id, name: callName(name, family.name), phoneNumber }],
  );
  const found = contacts.find(({ id }) => id === family.firstContactId) ?? contacts[0];
  return found && { name: found.name, phoneNumber: found.phoneNumber };
}
