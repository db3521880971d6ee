import type * as z from "zod/mini";
import type { Registration, register as registerEndpoint } from "#contract/accounts/sign-in.ts";
import type { Answer } from "#contract/endpoint.ts";
import type { Db, NewRow } from "#server/db/schema.ts";
import { Invalid } from "#server/errors.ts";
import { createFamily } from "#server/families/families.ts";
import { knownTimeZone } from "#server/families/time-zones.ts";
import { findPendingInvitation, joinByInvitation, needsNoCode } from "#server/invitations/answers.ts";
import { proveContactMethod } from "#server/messages/contact-methods.ts";
import type { World } from "#server/world.ts";
import { addressFor, alreadyTaken, channelFor, toPhoneNumber } from "./code-addresses.ts";
import { hashPassword, refuseCommonPassword } from "./passwords.ts";
import { startSession } from "./sessions.ts";
import { refuseUnwelcome } from "./sign-up.ts";
import { type Claim, consumeProof } from "./verifications.ts";

type NewAccount = z.output<typeof Registration>;
type Registered = Answer<typeof registerEndpoint>;

interface Browser {
  browser: string | undefined;
  userAgent: string | undefined;
}

const wrongRole = (message: string) => new Invalid(message, { role: message });

/** An invitation fixes the role. Without one, a person starts a family, which a "Family member" cannot. */
async function checkRole(db: Db, { role, inviteCode }: NewAccount, now: Date): Promise<void> {
  if (inviteCode) {
    const invited = await findPendingInvitation(db, inviteCode, now);
    if (invited.role !== role) throw wrongRole("This invitation is for a different role.");
  } else if (role === "child") throw wrongRole("Family members join by invitation.");
}

async function addProvenPerson(
  trx: Db,
  person: NewRow<"people">,
  claim: Claim,
  now: Date,
): Promise<{ id: number; phoneNumber: string | null }> {
  const added = await trx
    .insertInto("people")
    .values({ ...person, [claim.kind]: claim.address })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!added) throw alreadyTaken(claim);
  await proveContactMethod(trx, { personId: added.id, channel: channelFor(claim).name }, now);
  const phoneNumber = claim.kind === "phone_number" ? claim.address : (person.call_number ?? null);
  return { id: added.id, phoneNumber };
}

/**
 * Adds a person who has nothing but an invitation link, and joins the family in the same transaction, so that one
 * link never makes two accounts. The family calls the invited number, unless the person gives another one.
 */
async function addInvitedPerson(
  trx: Db,
  person: NewRow<"people">,
  inviteCode: string,
  now: Date,
): Promise<{ id: number; familyId: number }> {
  const { phone_number } = await findPendingInvitation(trx, inviteCode, now);
  const { id } = await trx
    .insertInto("people")
    .values({ ...person, call_number: person.call_number ?? phone_number })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { familyId } = await joinByInvitation(trx, id, inviteCode, now);
  return { id, familyId };
}

async function personOf(world: World, registration: NewAccount): Promise<NewRow<"people">> {
  const now = world.clock.now();
  return {
    username: registration.username,
    grandparent_names: registration.grandparentNames || null,
    call_number: registration.callNumber ? toPhoneNumber(registration.callNumber) : null,
    password_hash: await hashPassword(world.config, registration.password),
    created_at: now,
    named_at: now,
  };
}

/**
 * Returns the number or address that must be proved, or undefined if the person gives none and the invitation link is
 * enough.
 */
async function claimOf(world: World, registration: NewAccount, browser: string): Promise<Claim | undefined> {
  const { phoneNumber, email, inviteCode } = registration;
  if (phoneNumber === undefined && email === undefined && inviteCode) {
    const now = world.clock.now();
    const invited = await findPendingInvitation(world.database.kysely, inviteCode, now);
    if (needsNoCode(world.config, invited)) return undefined;
  }
  return { ...(await addressFor(world, registration)), browser };
}

/**
 * Adds an account for the number or e-mail address that this browser has just proved, and a new family unless there is an
 * invitation. Where no code can be sent to the invited person, the link takes the place of the proof.
 */
export async function register(
  world: World,
  registration: NewAccount,
  { browser = "", userAgent }: Browser,
): Promise<Registered> {
  const { database, clock, config } = world;
  const now = clock.now();
  await refuseUnwelcome(config, database.kysely, registration.inviteCode, now);
  await refuseCommonPassword(registration.password);
  const { role, username, inviteCode = "" } = registration;
  const timeZone = await knownTimeZone(database.kysely, registration.timeZone);
  const claim = await claimOf(world, registration, browser);
  const person = await personOf(world, registration);
  const add = async (trx: Db): Promise<{ id: number; familyId: number | null }> => {
    if (!claim) return await addInvitedPerson(trx, person, inviteCode, now);
    const { id, phoneNumber } = await addProvenPerson(trx, person, claim, now);
    if (inviteCode) return { id, familyId: null };
    return {
      id,
      familyId: await createFamily(trx, config, { id, username, role, phoneNumber }, timeZone, now),
    };
  };
  return await database.kysely.transaction().execute(async (trx) => {
    if (claim) await consumeProof(trx, claim, now);
    await checkRole(trx, registration, now);
    const { id, familyId } = await add(trx);
    const token = await startSession(trx, { personId: id, userAgent, role }, now);
    return { token, user: { id, role, displayName: username, familyId } };
  });
}
