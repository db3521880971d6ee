import { sql } from "kysely";
import type * as z from "zod/mini";
import { getPersonPicture } from "#contract/accounts/pictures.ts";
import type { Family, NewFamily, Role } from "#contract/families.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Database } from "#server/platform/db/connect.ts";
import { instant } from "#server/platform/db/instant.ts";
import type { Db, NewRow } from "#server/platform/db/schema.ts";
import { Conflict, NotFound } from "#server/platform/errors.ts";
import type { Member, Person } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import { countryOf } from "#server/platform/phone-numbers.ts";
import type { World } from "#server/platform/world.ts";
import { knownTimeZone } from "./time-zones.ts";

/** Selects the address of a person's picture, or null. */
export const pictureAddress = (personId: string): string =>
  `select '${getPersonPicture.path.replace(":id", "")}' || id from people_pictures where person_id = ${personId}`;

/**
 * The SQL of the number at which the family calls a person: the proven one, or the one that somebody gave who signed up
 * without one.
 */
export const callNumberOf = (person: string): string =>
  `coalesce(${person}.phone_number, ${person}.call_number)`;

const findFamily = {
  name: "find-family",
  text: `select f.id, f.name, f.time_zone as "timeZone", f.country, f.has_puzzle_library as "puzzleLibrary", (
        select first_contact_id from escalation_plans where family_id = f.id
      ) as "firstContactId", (
        select json_build_object(
          'dueAt', ${instant("d.due_at")}, 'askedBy', p.username
        )
        from family_deletions d left join people p on p.id = d.requested_by
        where d.family_id = f.id and d.due_at is not null
      ) as deletion, (
        select json_agg(
          json_build_object('id', p.id, 'name', p.username, 'role', m.role, 'phoneNumber', ${callNumberOf("p")},
            'picture', (${pictureAddress("p.id")}))
          order by m.joined_at, p.id
        )
        from memberships m join people p on p.id = m.person_id where m.family_id = f.id
      ) as members
    from families f where f.id = $1`,
};

export async function familyOf(database: Database, member: Member): Promise<Family> {
  const [family] = await database.read<Omit<Family, "emergencyNumber">>(findFamily, [member.familyId]);
  // Null if the last member left after the session was read.
  if (!family?.members) throw new NotFound();
  return { ...family, emergencyNumber: emergencyNumberOf(family.country) };
}

/** Other transactions that want this lock wait until this one ends. */
export async function lockFamily(trx: Db, familyId: number): Promise<void> {
  await sql`select from families where id = ${familyId} for no key update`.execute(trx);
}

/** Returns false if the person is already in the family. */
export async function joinFamily(
  db: Db,
  { familyId, personId, role }: { familyId: number; personId: number; role: Role },
  now: Date,
): Promise<boolean> {
  const joined = await db
    .insertInto("memberships")
    .values({ family_id: familyId, person_id: personId, role, joined_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning("person_id")
    .executeTakeFirst();
  return joined !== undefined;
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
export async function insertFamily(
  db: Db,
  family: NewRow<"families">,
  { id: personId, role }: Pick<FirstMember, "id" | "role">,
  now: Date,
): Promise<number> {
  const { id } = await db.insertInto("families").values(family).returning("id").executeTakeFirstOrThrow();
  await joinFamily(db, { familyId: id, personId, role }, now);
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
  return insertFamily(db, family, member, now);
}

/** Opens a family on one device. Its live connections end, so that they reconnect to that family. */
export async function openFamilyOnDevice(db: Db, sessionId: number, familyId: number): Promise<void> {
  await db.updateTable("sessions").set({ family_id: familyId }).where("id", "=", sessionId).execute();
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
    const { phone_number, call_number } = await trx
      .selectFrom("people")
      .select(["phone_number", "call_number"])
      .where("id", "=", person.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const membership = trx.selectFrom("memberships").select("family_id").where("person_id", "=", person.id);
    if (await membership.executeTakeFirst()) throw new Conflict("You're already in a family.");
    const phoneNumber = phone_number ?? call_number;
    const firstMember = { id: person.id, username: person.name, role, phoneNumber };
    const familyId = await createFamily(trx, config, firstMember, zone, clock.now());
    await openFamilyOnDevice(trx, person.sessionId, familyId);
    return familyId;
  });
}

export async function openFamily(db: Db, person: Person, familyId: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const membership = await trx
      .selectFrom("memberships")
      .select("family_id")
      .where("family_id", "=", familyId)
      .where("person_id", "=", person.id)
      // If the person is being removed at this moment, this waits for it.
      .forKeyShare()
      .executeTakeFirst();
    if (!membership) throw new NotFound("You are not in this family.");
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
 * Functions of other nouns that run when a family changes, in the transaction of the change. They are in
 * server/family-events.ts, because families may not import these nouns.
 */
export interface FamilyEvents {
  /** A member was removed, left, or became a grandparent, who doesn't answer help requests. */
  helperLost(trx: Db, familyId: number, personId: number, at: Date): Promise<void>;
  /** Runs after a membership or a role has changed. */
  membersChanged(trx: Db, familyId: number, at: Date): Promise<void>;
  timeZoneChanged(trx: Db, familyId: number): Promise<void>;
}
