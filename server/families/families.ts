import { sql } from "kysely";
import type * as z from "zod/mini";
import type { Family, NewFamily, Role } from "#contract/families.ts";
import type { Config } from "#server/config.ts";
import type { Database } from "#server/db/connect.ts";
import type { Db } from "#server/db/schema.ts";
import { Conflict, NotFound } from "#server/errors.ts";
import type { Member, Person } from "#server/http/session.ts";
import { publish } from "#server/live/publish.ts";
import { countryOf } from "#server/phone-numbers.ts";
import type { World } from "#server/world.ts";
import { emergencyNumberOf } from "./emergency-numbers.ts";
import { knownTimeZone } from "./time-zones.ts";

const findFamily = {
  name: "find-family",
  text: `select f.id, f.name, f.time_zone as "timeZone", f.country, f.has_puzzle_library as "puzzleLibrary", (
        select json_agg(
          json_build_object('id', p.id, 'name', p.username, 'role', m.role, 'phoneNumber', p.phone_number)
          order by m.joined_at, p.id
        )
        from memberships m join people p on p.id = m.person_id where m.family_id = f.id
      ) as members
    from families f where f.id = $1`,
};

export async function familyOf(database: Database, member: Member): Promise<Family> {
  const [family] = await database.read<Omit<Family, "emergencyNumber">>(findFamily, [member.familyId]);
  // Null where the last member has left since the session was read.
  if (!family?.members) throw new NotFound();
  return { ...family, emergencyNumber: emergencyNumberOf(family.country) };
}

/** Whoever else wants this lock waits until the transaction ends. */
export async function lockFamily(trx: Db, familyId: number): Promise<void> {
  await sql`select from families where id = ${familyId} for no key update`.execute(trx);
}

/** False for somebody who is in the family already. */
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

/** Emoji and other signs around a word are no part of a name. */
const inLetters = (word: string): string =>
  word.replace(/^[^\p{L}\p{N}]+/u, "").replace(/[^\p{L}\p{M}\p{N}.]+$/u, "");

/** "The Reyes family" from a last name, otherwise "Anna's family". */
function nameAfter(username: string): string {
  const [first, ...others] = username.split(/\s+/).map(inLetters).filter(Boolean);
  const last = others.at(-1);
  return last ? `The ${last} family` : `${first ?? username}'s family`;
}

export interface Founder {
  id: number;
  username: string;
  role: Role;
  phoneNumber: string | null;
}

/** A new family with one member. Its country is that of the member's phone. */
export async function foundFamily(
  db: Db,
  { limits }: Config,
  { id, username, role, phoneNumber }: Founder,
  timeZone: string,
  now: Date,
): Promise<number> {
  const country = countryOf(phoneNumber ?? "", limits.smsCountries) ?? "US";
  const family = await db
    .insertInto("families")
    .values({ name: nameAfter(username), time_zone: timeZone, country, created_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  await joinFamily(db, { familyId: family.id, personId: id, role }, now);
  await publish(db, { personId: id }, "account");
  await publish(db, family.id, "family", "reachability");
  return family.id;
}

/** Looks at a family on one device; its live connections end, and come back to hear of that family. */
export async function showFamily(db: Db, sessionId: number, familyId: number): Promise<void> {
  await db.updateTable("sessions").set({ family_id: familyId }).where("id", "=", sessionId).execute();
  await publish(db, { endedSessionIds: [sessionId] });
}

/** For somebody who is in no family, such as one who declined the invitation they registered with. */
export async function startFamily(
  { database, clock, config }: World,
  person: Person,
  { role, timeZone }: z.output<typeof NewFamily>,
): Promise<number> {
  const zone = knownTimeZone(timeZone);
  return await database.kysely.transaction().execute(async (trx) => {
    // Locked, so that two at once cannot both find no family.
    const { phone_number: phoneNumber } = await trx
      .selectFrom("people")
      .select("phone_number")
      .where("id", "=", person.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const membership = trx.selectFrom("memberships").select("family_id").where("person_id", "=", person.id);
    if (await membership.executeTakeFirst()) throw new Conflict("You're already in a family.");
    const founder = { id: person.id, username: person.name, role, phoneNumber };
    const familyId = await foundFamily(trx, config, founder, zone, clock.now());
    await showFamily(trx, person.sessionId, familyId);
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
      // Whoever is being removed at this moment is waited for.
      .forKeyShare()
      .executeTakeFirst();
    if (!membership) throw new NotFound("You are not in this family.");
    await showFamily(trx, person.sessionId, familyId);
  });
}
