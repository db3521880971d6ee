import type * as z from "zod/mini";
import type { Registration, register as registerEndpoint } from "#contract/accounts/sign-in.ts";
import type { Answer } from "#contract/endpoint.ts";
import type { Role } from "#contract/families.ts";
import { createFamily } from "#server/features/families/families.ts";
import { knownTimeZone } from "#server/features/families/time-zones.ts";
import {
  findPendingInvitation,
  isOpenedMark,
  joinByInvitation,
  needsNoCode,
  type PendingInvitation,
  pendingInvitation,
} from "#server/features/invitations/answers.ts";
import { takeAllowances } from "#server/platform/allowances/allowances.ts";
import type { Db, NewRow } from "#server/platform/db/schema.ts";
import { Gone, Invalid } from "#server/platform/errors.ts";
import { tooMany } from "#server/platform/http/limits.ts";
import { proveContactMethod } from "#server/platform/messages/contact-methods.ts";
import type { World } from "#server/platform/world.ts";
import { addressFor, alreadyTaken, channelFor, toPhoneNumber } from "./code-addresses.ts";
import { hashPassword, refuseWeakPassword } from "./passwords.ts";
import { insertPerson, insertPersonUnlessTaken } from "./queries.ts";
import { startSession } from "./sessions.ts";
import { refuseUnwelcome } from "./sign-up.ts";
import { type Claim, consumeProof, hasProof } from "./verifications.ts";

type NewAccount = z.output<typeof Registration>;
type Registered = Answer<typeof registerEndpoint>;

interface Browser {
  browser: string | undefined;
  /** Its mark of having opened an invitation. */
  opened: string | undefined;
  userAgent: string | undefined;
  ip: string;
}

const wrongRole = (message: string) => new Invalid(message, { role: message });

/**
 * An invitation fixes the role. Without one, a person starts a family, which a "Family member" cannot. Whoever was invited
 * and comes too late starts one as well, in a role that everybody may choose.
 */
function roleOf({ role, inviteCode }: NewAccount, invited: PendingInvitation | undefined): Role {
  if (invited && invited.role !== role) throw wrongRole("This invitation is for a different role.");
  if (invited || role !== "child") return role;
  if (!inviteCode) throw wrongRole("Family members join by invitation.");
  return "admin";
}

async function addProvenPerson(
  trx: Db,
  person: NewRow<"people">,
  claim: Claim,
  now: Date,
): Promise<{ id: number; phoneNumber: string | null }> {
  const added = await insertPersonUnlessTaken(trx, { ...person, [claim.kind]: claim.address });
  if (!added) throw alreadyTaken(claim);
  await proveContactMethod(trx, { personId: added.id, channel: channelFor(claim).name }, now);
  const phoneNumber = claim.kind === "phone_number" ? claim.address : (person.call_number ?? null);
  return { id: added.id, phoneNumber };
}

/**
 * Adds a person who has nothing but an invitation link, and joins the family in the same transaction, so that one
 * link never makes two accounts in it. The family calls the invited number, unless the person gives another one.
 */
async function addInvitedPerson(
  trx: Db,
  person: NewRow<"people">,
  inviteCode: string,
  now: Date,
): Promise<{ id: number; familyId: number }> {
  const { phone_number } = await findPendingInvitation(trx, inviteCode, now);
  const { id } = await insertPerson(trx, {
    ...person,
    call_number: person.call_number ?? phone_number,
  });
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

const hasOpened = (world: World, inviteCode: string, mark: string | undefined): boolean =>
  mark !== undefined && isOpenedMark(world, inviteCode, mark);

/**
 * Returns the number or address that must be proved, or undefined if the person gives none and the invitation link is
 * enough, or was enough when this browser opened it.
 */
async function claimOf(
  world: World,
  registration: NewAccount,
  { browser = "", opened }: Browser,
): Promise<Claim | undefined> {
  const { phoneNumber, email, inviteCode } = registration;
  if (phoneNumber === undefined && email === undefined && inviteCode) {
    const invited = await pendingInvitation(world.database.kysely, inviteCode, world.clock.now());
    if (invited ? needsNoCode(world.config, invited) : hasOpened(world, inviteCode, opened)) return undefined;
  }
  return { ...(await addressFor(world, registration, browser)), browser };
}

/** A proven number costs a text, and an invitation somebody's trust. An e-mail address costs nothing. */
async function isKnown(
  { database: { kysely: db }, clock }: World,
  { inviteCode }: NewAccount,
  claim: Claim | undefined,
): Promise<boolean> {
  const now = clock.now();
  if (inviteCode && (await pendingInvitation(db, inviteCode, now))) return true;
  return claim?.kind === "phone_number" && (await hasProof(db, claim, now));
}

async function countRegistration(
  world: World,
  registration: NewAccount,
  claim: Claim | undefined,
  ip: string,
): Promise<void> {
  const name = (await isKnown(world, registration, claim)) ? "known-registrations" : "registrations";
  const wait = await takeAllowances(world, world.database.kysely, { name, key: ip });
  if (wait > 0) throw tooMany(Math.ceil(wait));
}

interface Registering {
  readonly world: World;
  readonly registration: NewAccount;
  readonly person: NewRow<"people">;
  readonly claim: Claim | undefined;
  readonly timeZone: string;
  readonly device: Browser;
}

/** Adds somebody whose link alone was enough when they opened it, but was closed on the way. */
async function addLatecomer(trx: Db, { world, registration, person, device }: Registering) {
  const { inviteCode = "" } = registration;
  if (!hasOpened(world, inviteCode, device.opened))
    await findPendingInvitation(trx, inviteCode, world.clock.now());
  const use = { name: "accounts-of-closed-link", key: inviteCode } as const;
  const wait = await takeAllowances(world, trx, use);
  if (wait > 0) throw tooMany(Math.ceil(wait));
  return { ...(await insertPerson(trx, person)), phoneNumber: person.call_number ?? null };
}

/** Adds the account, and a family of its own unless the person is invited. */
async function addAccount(trx: Db, registering: Registering): Promise<Registered> {
  const { world, registration, person, claim, timeZone, device } = registering;
  const { username, inviteCode = "" } = registration;
  const now = world.clock.now();
  if (claim) await consumeProof(trx, claim, now);
  const invited = inviteCode ? await pendingInvitation(trx, inviteCode, now) : undefined;
  const role = roleOf(registration, invited);
  const start = async (id: number, familyId: number | null): Promise<Registered> => {
    const { token } = await startSession(trx, { personId: id, userAgent: device.userAgent, role }, now);
    return { token, user: { id, role, displayName: username, familyId } };
  };
  if (invited && !claim) {
    const { id, familyId } = await addInvitedPerson(trx, person, inviteCode, now);
    return await start(id, familyId);
  }
  const { id, phoneNumber } = claim
    ? await addProvenPerson(trx, person, claim, now)
    : await addLatecomer(trx, registering);
  if (invited) return await start(id, null);
  const firstMember = { id, username, role, phoneNumber };
  return await start(id, await createFamily(trx, world.config, firstMember, timeZone, now));
}

/**
 * Adds an account for the number or e-mail address that this browser has just proved, and a new family unless there is an
 * invitation. Where no code can be sent to the invited person, the link takes the place of the proof. An invitation that
 * was closed between opening its link and this last step leaves the person with a family of their own.
 */
export async function register(world: World, registration: NewAccount, device: Browser): Promise<Registered> {
  const { database, config, clock } = world;
  const { username, grandparentNames, password, inviteCode } = registration;
  await refuseUnwelcome(config, database.kysely, inviteCode, clock.now());
  const timeZone = await knownTimeZone(database.kysely, registration.timeZone);
  const claim = await claimOf(world, registration, device);
  await refuseWeakPassword(password, [username, grandparentNames, claim?.address]);
  await countRegistration(world, registration, claim, device.ip);
  const person = await personOf(world, registration);
  const registering = { world, registration, person, claim, timeZone, device };
  const add = () => database.kysely.transaction().execute((trx) => addAccount(trx, registering));
  try {
    return await add();
  } catch (error) {
    // Of several people who join by one link at the same moment, the others come too late.
    if (!(error instanceof Gone) || claim) throw error;
    return await add();
  }
}
