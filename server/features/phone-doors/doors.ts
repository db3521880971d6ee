// Who may call Porchlight on the phone, and from which number. Admins decide it for the grandparents of their family.
import { timingSafeEqual } from "node:crypto";
import type { NewPhoneDoor, PhoneDoors } from "#contract/phone-doors.ts";
import { recordActivity } from "#server/features/activity/activity.ts";
import { findMember, lockMembers, refuseFormerAdmin } from "#server/features/families/members.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { Conflict, Invalid } from "#server/platform/errors.ts";
import type { Member } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import { numberToCall } from "#server/platform/messages/call/providers.ts";
import {
  costsExtra,
  countryOf,
  extraCost,
  toE164,
  wrongPhoneNumber,
} from "#server/platform/phone-numbers.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import type { World } from "#server/platform/world.ts";
import { type DoorKey, deleteDoor, findDoor, findDoors, upsertDoor } from "./queries.ts";

export const doorsOf = async ({ database, config }: World, { familyId }: Member): Promise<PhoneDoors> => ({
  number: numberToCall(config) ?? null,
  doors: await findDoors(database.reads, familyId),
});

/** Four digits could be guessed from a stolen database, so the hash is keyed. It is another one for each person. */
const hashOfPin = (mac: Secrets["sharedMac"], { familyId, personId }: DoorKey, pin: string): Buffer =>
  mac(`phone door ${familyId} ${personId} ${pin}`);

/**
 * A PIN from before the server shared a key with other cells is hashed with its own. Both are always compared, so that the
 * time says nothing.
 */
export const isPin = ({ sharedMac, mac }: Secrets, key: DoorKey, pin: string, hash: Buffer): boolean =>
  [sharedMac, mac].map((each) => timingSafeEqual(hash, hashOfPin(each, key, pin))).includes(true);

const invalidNumber = (message: string) => new Invalid(message, { phoneNumber: message });

/** People are called back at this number, so it must be one that we would send a text to. */
function numberIn({ config }: World, typed: string): string {
  const number = toE164(typed);
  if (!number) throw invalidNumber(wrongPhoneNumber(typed));
  if (costsExtra(number)) throw invalidNumber(extraCost);
  if (!countryOf(number, config.limits.smsCountries))
    throw invalidNumber("This server makes no calls to that country.");
  return number;
}

/** Returns the name of the person, who stays a member until the transaction ends. */
async function lockPerson(trx: Db, member: Member, personId: number) {
  const members = await lockMembers(trx, member);
  refuseFormerAdmin(members, member);
  return findMember(members, personId);
}

interface Change {
  readonly name: string;
  readonly isOn: boolean;
  readonly at: Date;
}

async function recordChange(trx: Db, { familyId, id: personId }: Member, { name, isOn, at }: Change) {
  await recordActivity(trx, { familyId, personId, at }, { kind: "phone-door-changed", member: name, isOn });
  await publish(trx, familyId, "phone-doors");
}

function pinHashOf(secrets: Secrets, key: DoorKey, pin: string | null | undefined, before: Buffer | null) {
  if (pin === undefined) return before;
  return pin === null ? null : hashOfPin(secrets.sharedMac, key, pin);
}

const isSame = (one: Buffer | null, other: Buffer | null): boolean =>
  one === other || (one !== null && other !== null && one.equals(other));

/** Saving a door without a change is not a change. */
export async function openDoor(
  world: World,
  member: Member,
  personId: number,
  { phoneNumber: typed, pin }: NewPhoneDoor,
): Promise<void> {
  const { database, clock, secrets } = world;
  const phone_number = numberIn(world, typed);
  const key = { familyId: member.familyId, personId };
  await database.kysely.transaction().execute(async (trx) => {
    const { name, role } = await lockPerson(trx, member, personId);
    if (role !== "grandparent") throw new Conflict("Only grandparents can call Porchlight.");
    const before = await findDoor(trx, key);
    const pin_hash = pinHashOf(secrets, key, pin, before?.pin_hash ?? null);
    if (before?.phone_number === phone_number && isSame(before.pin_hash, pin_hash)) return;
    const at = clock.now();
    const about = { family_id: key.familyId, person_id: personId };
    await upsertDoor(trx, { ...about, phone_number, pin_hash, opened_at: at });
    await recordChange(trx, member, { name, isOn: true, at });
  });
}

export const closeDoor = ({ database, clock }: World, member: Member, personId: number): Promise<void> =>
  database.kysely.transaction().execute(async (trx) => {
    const { name } = await lockPerson(trx, member, personId);
    if (await deleteDoor(trx, { familyId: member.familyId, personId }))
      await recordChange(trx, member, { name, isOn: false, at: clock.now() });
  });
