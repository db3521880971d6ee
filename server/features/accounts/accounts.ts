import type * as z from "zod/mini";
import type { Account, ChosenPassword, Names } from "#contract/accounts/accounts.ts";
import type { SignInOptions, User, VerifiedCode } from "#contract/accounts/sign-in.ts";
import type { RecordedChange } from "#contract/activity.ts";
import { dayMs } from "#contract/durations.ts";
import { recordInOwnFamilies } from "#server/features/activity/activity.ts";
import { pictureAddress } from "#server/features/families/families.ts";
import { findFamilyIdsEver } from "#server/features/families/queries.ts";
import type { InForce } from "#server/platform/choices/choices.ts";
import type { Database } from "#server/platform/db/connect.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { Conflict, Invalid, NotSignedIn } from "#server/platform/errors.ts";
import { type Person, requireFreshProof } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import { renewAccountAddress } from "#server/platform/messages/channels.ts";
import { proveContactMethod } from "#server/platform/messages/contact-methods.ts";
import { emailChannel } from "#server/platform/messages/email/channel.ts";
import { smsChannel } from "#server/platform/messages/sms/channel.ts";
import { fingerprint } from "#server/platform/secrets.ts";
import type { SignInProvider, World } from "#server/platform/world.ts";
import { alreadyTaken, phoneAddress, preferredAddress, toPhoneNumber } from "./code-addresses.ts";
import { hashPassword, refuseWeakPassword } from "./passwords.ts";
import { recordChange } from "./proof/account-changes.ts";
import { notifyOldContacts } from "./proof/change-messages.ts";
import { isOwnPassword } from "./proof/proofs.ts";
import {
  findAccount,
  findCredentials,
  findCredentialsForUpdate,
  findPersonalWords,
  findUser,
  isTaken,
  updatePerson,
  updateUsername,
} from "./queries.ts";
import { findDevices } from "./sign-in-queries.ts";
import { type Claim, checkCode, consumeProof } from "./verifications.ts";

/** Finds the person that a token signs in, and the family that is open on that device. */
export async function userOf({ reads }: Database, token: string): Promise<User> {
  const user = await findUser(reads, fingerprint(token));
  if (!user) throw new NotSignedIn();
  return user;
}

/** The link in the e-mail that confirms an address works for this long. */
export const confirmationMs = dayMs;

const toProviderView = ({ id, name, icon }: SignInProvider) => ({
  id,
  name,
  icon: icon ? `/api/auth/${id}/icon` : null,
});

/** Decides which ways to sign up and sign in this server offers. Nothing else does. */
export const signInOptionsOf = (
  { config, senders }: World,
  { signUp }: Pick<InForce, "signUp">,
): SignInOptions => ({
  hasTexts: smsChannel.hasProvider(config),
  hasEmail: emailChannel.hasProvider(config),
  providers: senders.signInProviders.filter(({ issuer }) => issuer !== undefined).map(toProviderView),
  signUp,
  ...(config.cells.isEntrance && { isEntrance: true }),
});

/** Where the code is sent when a signed-in person has to prove who they are. */
function codesGoTo(
  config: World["config"],
  account: { phoneNumber: string | null; email: string | null },
): Account["codesGoTo"] {
  const address = preferredAddress(config, account);
  return address ? (address.kind === "email" ? "email" : "phone") : null;
}

export async function accountOf(world: World, person: Person): Promise<Account> {
  const { config, clock, senders } = world;
  const { reads } = world.database;
  const now = clock.now();
  const [found, devices] = await Promise.all([
    findAccount(reads, person.id, new Date(now.getTime() - confirmationMs)),
    findDevices(reads, person.id, now),
  ]);
  if (!found) throw new NotSignedIn();
  const { identities, pictureId, deletionDueAt, callNumber, ...account } = found;
  const issuers = identities.map(({ issuer }) => issuer);
  const providers = senders.signInProviders.filter(({ issuer }) => issuer && issuers.includes(issuer));
  return {
    ...account,
    callNumber: account.phoneNumber === null ? callNumber : null,
    picture: pictureAddress(pictureId),
    deletionDueAt: deletionDueAt?.toISOString() ?? null,
    devices: devices.map(({ lastUsedAt, ...device }) => ({
      ...device,
      lastUsedAt: lastUsedAt.toISOString(),
      isThisOne: device.id === person.sessionId,
    })),
    codesGoTo: codesGoTo(config, account),
    providers: providers.map(toProviderView),
  };
}

/**
 * Refreshes the screens of the person's families, which show their name and number, and of families they have left,
 * which still show their name.
 */
export async function notifyFamilies(db: Db, person: Person): Promise<void> {
  await publish(db, { personId: person.id }, "account", "reminders");
  for (const familyId of await findFamilyIdsEver(db, person.id))
    await publish(db, familyId, "family", "help-requests", "reachability");
}

export async function changeNames(
  { database, clock }: World,
  person: Person,
  { username, grandparentNames }: z.output<typeof Names>,
): Promise<void> {
  await database.kysely.transaction().execute(async (trx) => {
    if (username !== person.name) {
      const doing = { personId: person.id, at: clock.now() };
      await recordInOwnFamilies(trx, doing, { kind: "name-changed", to: username });
    }
    await updateUsername(trx, person.id, username, clock.now());
    if (grandparentNames !== undefined)
      await updatePerson(trx, person.id, { grandparent_names: grandparentNames || null });
    await notifyFamilies(trx, person);
  });
}

async function setPhoneNumber(db: Db, person: Person, claim: Claim): Promise<void> {
  if (await isTaken(db, person.id, { phoneNumber: claim.address })) throw alreadyTaken(claim);
  // A number for calls stays beneath the proven one, so that the family has it again if the change is undone.
  await updatePerson(db, person.id, { phone_number: claim.address });
  await renewAccountAddress(db, person.id, "phone_number");
}

/** The activity log shows the last two digits of a number, as invitations do. */
const phoneChange = (before: string | null, to: string | null): RecordedChange => ({
  kind: "phone-number-changed",
  from: before?.slice(-2) ?? null,
  to: to?.slice(-2) ?? null,
});

/** The code proves that the new number is the person's own. */
export async function changePhoneNumber(
  world: World,
  person: Person,
  { phoneNumber, code }: z.output<typeof VerifiedCode>,
  browser: string | undefined,
): Promise<void> {
  const { database, clock } = world;
  const claim = { ...phoneAddress(phoneNumber), browser: browser ?? "" };
  await checkCode(world, claim, code);
  const change = await database.kysely.transaction().execute(async (trx) => {
    await consumeProof(trx, claim, clock.now());
    const change = await recordChange(world, trx, person, "phone-number");
    await setPhoneNumber(trx, person, claim);
    await proveContactMethod(trx, { personId: person.id, channel: "sms" }, clock.now());
    const doing = { personId: person.id, at: clock.now() };
    await recordInOwnFamilies(trx, doing, phoneChange(change.phone_number, claim.address));
    await notifyFamilies(trx, person);
    return change;
  });
  await notifyOldContacts(world, change);
}

/** A number for calls is not proven, so nobody signs in with it and nothing is texted to it. */
export async function changeCallNumber(
  { database, clock }: World,
  person: Person,
  typed: string | null,
): Promise<void> {
  const callNumber = typed && toPhoneNumber(typed);
  await database.kysely.transaction().execute(async (trx) => {
    const before = await findCredentialsForUpdate(trx, person.id);
    if (before.phone_number !== null)
      throw new Conflict("Your family already calls the number you sign in with.");
    await updatePerson(trx, person.id, { call_number: callNumber });
    const doing = { personId: person.id, at: clock.now() };
    await recordInOwnFamilies(trx, doing, phoneChange(before.call_number, callNumber));
    await notifyFamilies(trx, person);
  });
}

/**
 * People who have chosen a password must enter it. The password generated at sign-up is known to nobody, so it takes
 * a fresh proof instead.
 */
async function proveForPassword(world: World, person: Person, currentPassword: string): Promise<void> {
  const { password_hash, has_chosen_password } = await findCredentials(world.database.kysely, person.id);
  if (!has_chosen_password) return requireFreshProof(person);
  const wrong = "That's not your current password. Please check it.";
  const isKnown = await isOwnPassword(world, person, currentPassword, password_hash);
  if (!isKnown) throw new Invalid(wrong, { currentPassword: wrong });
}

/** Words that somebody who knows the person would try as their password. */
async function knownOf(db: Db, { id }: Person): Promise<(string | null)[]> {
  const { families, ...own } = await findPersonalWords(db, id);
  return [...Object.values(own), families?.replaceAll(/\bthe\b|\bfamily\b/gi, "") ?? null];
}

export async function changePassword(
  world: World,
  person: Person,
  { currentPassword = "", password }: z.output<typeof ChosenPassword>,
): Promise<void> {
  await refuseWeakPassword(password, await knownOf(world.database.kysely, person));
  await proveForPassword(world, person, currentPassword);
  const chosen = { password_hash: await hashPassword(world.config, password), has_chosen_password: true };
  const change = await world.database.kysely.transaction().execute(async (trx) => {
    const change = await recordChange(world, trx, person, "password");
    await updatePerson(trx, person.id, chosen);
    const doing = { personId: person.id, at: world.clock.now() };
    await recordInOwnFamilies(trx, doing, { kind: "password-changed" });
    await publish(trx, { personId: person.id }, "account");
    return change;
  });
  await notifyOldContacts(world, change);
}
