import type * as z from "zod/mini";
import { getPersonPicture } from "#contract/accounts/pictures.ts";
import type { Family, NewFamily, Role } from "#contract/families.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Database } from "#server/platform/db/connect.ts";
import type { Db, NewRow } from "#server/platform/db/schema.ts";
import { Conflict, NotFound } from "#server/platform/errors.ts";
import type { Member, Person } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import { countryOf } from "#server/platform/phone-numbers.ts";
import type { World } from "#server/platform/world.ts";
import {
  findFamily,
  findNumbersForUpdate,
  hasFamily,
  insertFamily,
  insertMembership,
  isMemberForKeyShare,
  setOpenFamily,
} from "./queries.ts";
import { knownTimeZone } from "./time-zones.ts";

/** The address of a person's picture, by the id of the picture. */
export const pictureAddress = (id: number | null): string | null =>
  id === null ? null : getPersonPicture.path.replace(":id", String(id));

export async function familyOf({ reads }: Database, member: Member): Promise<Family> {
  const found = await findFamily(reads, member.familyId);
  // It has no members if the last one left after the session was read.
  if (!found || found.members.length === 0) throw new NotFound();
  const { deletionDueAt, deletionAskedBy, members, ...family } = found;
  return {
    ...family,
    deletion: deletionDueAt && { dueAt: deletionDueAt.toISOString(), askedBy: deletionAskedBy },
    members: members.map(({ pictureId, birthday, ...rest }) => ({
      ...rest,
      picture: pictureAddress(pictureId),
      birthday: family.birthdays ? birthday : null,
    })),
    emergencyNumber: emergencyNumberOf(family.country),
  };
}

/** Removes emoji and other symbols around a word. */
const withoutSigns = (word: string): string =>
  word.replace(/^[^\p{L}\p{N}]+/u, "").replace(/[^\p{L}\p{M}\p{N}.]+$/u, "");

/** Names a family by a last name, such as "The Reyes family", or else "Anna's family". */
function nameAfter(username: string): string {
  const [first, ...others] = username.split(/\s+/).map(withoutSigns).filter(Boolean);
  const last = others.at(-1);
  return last ? `The ${last} family` : `${first ?? username}'s family`;
}

export interface FirstMember {
  id: number;
  username: string;
  role: Role;
  phoneNumber: string | null;
}

/** Adds a family with one member. */
export async function addFamily(
  db: Db,
  family: NewRow<"families">,
  { id: personId, role }: Pick<FirstMember, "id" | "role">,
  now: Date,
): Promise<number> {
  const id = await insertFamily(db, family);
  await insertMembership(db, { family_id: id, person_id: personId, role, joined_at: now });
  await publish(db, { personId }, "account");
  await publish(db, id, "family", "reachability");
  return id;
}

/** Adds a family that is named after its first member. Its country is that of the member's phone number. */
export function createFamily(
  db: Db,
  { limits }: Config,
  member: FirstMember,
  timeZone: string,
  now: Date,
): Promise<number> {
  const country = countryOf(member.phoneNumber ?? "", limits.smsCountries) ?? "US";
  const family = { name: nameAfter(member.username), time_zone: timeZone, country, created_at: now };
  return addFamily(db, family, member, now);
}

/** Opens a family on one device. Its live connections end, so that they reconnect to that family. */
export async function openFamilyOnDevice(db: Db, sessionId: number, familyId: number): Promise<void> {
  await setOpenFamily(db, sessionId, familyId);
  await publish(db, { endedSessionIds: [sessionId] });
}

/** A person can be in no family, such as after declining the invitation they registered with. */
export async function startFamily(
  { database, clock, config }: World,
  person: Person,
  { role, timeZone }: z.output<typeof NewFamily>,
): Promise<number> {
  const zone = await knownTimeZone(database.kysely, timeZone);
  return await database.kysely.transaction().execute(async (trx) => {
    // The person is locked, so that two requests at once cannot both find no family.
    const { phone_number, call_number } = await findNumbersForUpdate(trx, person.id);
    if (await hasFamily(trx, person.id)) throw new Conflict("You're already in a family.");
    const phoneNumber = phone_number ?? call_number;
    const firstMember = { id: person.id, username: person.name, role, phoneNumber };
    const familyId = await createFamily(trx, config, firstMember, zone, clock.now());
    await openFamilyOnDevice(trx, person.sessionId, familyId);
    return familyId;
  });
}

export async function openFamily(db: Db, person: Person, familyId: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const isMember = await isMemberForKeyShare(trx, { familyId, personId: person.id });
    if (!isMember) throw new NotFound("You are not in this family.");
    await openFamilyOnDevice(trx, person.sessionId, familyId);
  });
}

// Source: ITU-T E.161.1 (112 and 911 are the two numbers a network should know) and the regulators of those who differ:
// ofcom.org.uk (999), acma.gov.au (000), police.govt.nz (111). 112 is the law in the European Union (Directive 2018/1972, article 109).
const numbers: readonly (readonly [string, readonly string[]])[] = [
  ["911", ["US", "CA", "MX", "PR"]],
  ["999", ["GB", "GG", "JE", "IM"]],
  ["000", ["AU"]],
  ["111", ["NZ"]],
];

/** 112 is the fallback, because it reaches help on nearly every mobile phone in the world. */
export const emergencyNumberOf = (country: string): string =>
  numbers.find(([, countries]) => countries.includes(country))?.[0] ?? "112";

/**
 * Functions of other features that run when a family changes, in the transaction of the change. They are in
 * server/family-events.ts, because families may not import these features.
 */
export interface FamilyEvents {
  /** A member was removed, left, or became a grandparent, who doesn't answer help requests. */
  helperLost(trx: Db, familyId: number, personId: number, at: Date): Promise<void>;
  /** Runs after a membership or a role has changed. */
  membersChanged(trx: Db, familyId: number, at: Date): Promise<void>;
  timeZoneChanged(trx: Db, familyId: number): Promise<void>;
  /** The family keeps nothing of what a removed member has given it. */
  hellosUnwanted(trx: Db, familyId: number, personId: number): Promise<void>;
}
