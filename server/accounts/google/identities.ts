// Whom the provider vouches for: somebody we know by issuer and subject, or somebody new.
import { sql } from "kysely";
import { Username } from "#contract/sign-in.ts";
import { withoutAddresses } from "#contract/text.ts";
import type { Db } from "../../db/schema.ts";
import { foundFamily } from "../../families/families.ts";
import { joinByInvitation, pendingInvitation } from "../../invitations/answers.ts";
import type { Vouched, World } from "../../world.ts";
import type { Attempt } from "./attempts.ts";

export interface Arrival {
  personId: number;
  /** The family to open, of somebody who came by an invitation. */
  familyId: number | null;
}

/** Two that arrive as the same one at once are one person. */
const lock = (db: Db, { issuer, subject }: Vouched) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`${issuer} ${subject}`}, 0))`.execute(db);

async function knownPerson(db: Db, { issuer, subject }: Vouched): Promise<number | undefined> {
  const identity = await db
    .selectFrom("identities")
    .select("person_id")
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .executeTakeFirst();
  return identity?.person_id;
}

/** The name that the provider gives, where it is one of ours; it can be changed in "Me". */
function usernameOf({ name = "", email = "" }: Vouched): string {
  const line = withoutAddresses(name)
    .replace(/\p{Cc}+/gu, " ")
    .slice(0, 80)
    .trim();
  const before = email.split("@")[0] ?? "";
  return [line, before].find((candidate) => Username.safeParse(candidate).success) ?? "Family member";
}

/** Somebody else may have the address: then this person has none here. */
async function addPerson(db: Db, username: string, email: string | null, now: Date): Promise<number> {
  const added = await db
    .insertInto("people")
    .values({ username, email, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return added?.id ?? addPerson(db, username, null, now);
}

async function addIdentity(db: Db, vouched: Vouched, username: string, now: Date): Promise<number> {
  const { issuer, subject, email = null } = vouched;
  const personId = await addPerson(db, username, email, now);
  await db
    .insertInto("identities")
    .values({ issuer, subject, person_id: personId, created_at: now })
    .execute();
  return personId;
}

/** Whoever is in the family already leaves the invitation to somebody else. */
async function joinInvited(db: Db, personId: number, inviteCode: string, now: Date): Promise<number> {
  const { familyId } = await pendingInvitation(db, inviteCode, now);
  const membership = await db
    .selectFrom("memberships")
    .select("family_id")
    .where("family_id", "=", familyId)
    .where("person_id", "=", personId)
    .executeTakeFirst();
  if (!membership) await joinByInvitation(db, personId, inviteCode, now);
  return familyId;
}

/** Finds or adds the person, in one transaction with the family that they join or start. */
export async function arrive(
  { database, config, clock }: World,
  vouched: Vouched,
  { inviteCode, timeZone }: Attempt,
): Promise<Arrival> {
  const now = clock.now();
  return await database.kysely.transaction().execute(async (trx) => {
    await lock(trx, vouched);
    const known = await knownPerson(trx, vouched);
    const username = usernameOf(vouched);
    const id = known ?? (await addIdentity(trx, vouched, username, now));
    if (inviteCode) return { personId: id, familyId: await joinInvited(trx, id, inviteCode, now) };
    const founder = { id, username, role: "admin" as const, phoneNumber: null };
    if (known === undefined) await foundFamily(trx, config, founder, timeZone, now);
    return { personId: id, familyId: null };
  });
}
