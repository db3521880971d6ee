import { sql } from "kysely";
import type * as z from "zod/mini";
import type { Account, ChosenPassword, Device, Names } from "#contract/accounts/accounts.ts";
import type { SignInOptions, User, VerifiedCode } from "#contract/accounts/sign-in.ts";
import type { RecordedChange } from "#contract/activity.ts";
import { recordInOwnFamilies } from "#server/features/activity/activity.ts";
import { familiesEverOf } from "#server/features/families/export.ts";
import { pictureAddress } from "#server/features/families/families.ts";
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
import { type Claim, checkCode, consumeProof } from "./verifications.ts";

const findUser = {
  name: "find-user",
  text: `select p.id, p.username, p.username as "displayName", p.grandparent_names as "grandparentNames",
      m.role, m.family_id as "familyId",
      coalesce((
        select json_agg(json_build_object('id', f.id, 'name', f.name, 'role', o.role) order by o.joined_at, f.id)
        from memberships o join families f on f.id = o.family_id where o.person_id = p.id
      ), '[]') as families
    from sessions s
    join people p on p.id = s.person_id
    left join memberships m on m.family_id = s.family_id and m.person_id = p.id
    where s.token_hash = $1`,
};

/** Finds the person that a token signs in, and the family that is open on that device. */
export async function userOf(database: Database, token: string): Promise<User> {
  const [user] = await database.read<User>(findUser, [fingerprint(token)]);
  if (!user) throw new NotSignedIn();
  return user;
}

const findAccount = {
  name: "find-account",
  text: `select username, grandparent_names as "grandparentNames", phone_number as "phoneNumber",
      case when phone_number is null then call_number end as "callNumber", email, has_chosen_password as "hasPassword",
      (select c.email from email_confirmations c
        where c.person_id = p.id and c.ended_at is null and c.sent_at > $2::timestamptz - interval '1 day'
        order by c.id desc limit 1) as "unconfirmedEmail",
      array(select i.issuer from identities i where i.person_id = p.id) as issuers,
      (${pictureAddress("p.id")}) as picture,
      (select d.due_at from account_deletions d where d.person_id = p.id) as "deletionDueAt",
      (select i.email from memberships m join invitations i on i.family_id = m.family_id and i.accepted_by = p.id
        where m.person_id = p.id order by i.id desc limit 1) as "invitedEmail"
    from people p where id = $1`,
};

const listDevices = {
  name: "list-devices",
  text: `select id, device as name, last_used_at as "lastUsedAt", id = $2 as "isThisOne"
    from sessions where person_id = $1 and expires_at > $3 order by last_used_at desc, id desc`,
};

type DeviceRow = Omit<z.output<typeof Device>, "lastUsedAt"> & { lastUsedAt: Date };

type AccountRow = Omit<Account, "devices" | "deletionDueAt" | "codesGoTo" | "providers"> & {
  deletionDueAt: Date | null;
  issuers: readonly string[];
};

const toProviderView = ({ id, name, icon }: SignInProvider) => ({
  id,
  name,
  icon: icon ? `/api/auth/${id}/icon` : null,
});

/** Decides which ways to sign up and sign in this server offers. Nothing else does. */
export const signInOptionsOf = ({ config, senders }: World): SignInOptions => ({
  hasTexts: smsChannel.hasProvider(config),
  hasEmail: emailChannel.hasProvider(config),
  providers: senders.signInProviders.filter(({ issuer }) => issuer !== undefined).map(toProviderView),
  signUp: config.signUp,
});

/** Where the code is sent when a signed-in person has to prove who they are. */
function codesGoTo(config: World["config"], account: AccountRow): Account["codesGoTo"] {
  const address = preferredAddress(config, account);
  return address ? (address.kind === "email" ? "email" : "phone") : null;
}

export async function accountOf(world: World, person: Person): Promise<Account> {
  const { config, database, clock, senders } = world;
  const now = clock.now();
  const [[account], devices] = await Promise.all([
    database.read<AccountRow>(findAccount, [person.id, now]),
    database.read<DeviceRow>(listDevices, [person.id, person.sessionId, now]),
  ]);
  if (!account) throw new NotSignedIn();
  const seen = devices.map((device) => ({ ...device, lastUsedAt: device.lastUsedAt.toISOString() }));
  const deletionDueAt = account.deletionDueAt?.toISOString() ?? null;
  const { issuers, ...rest } = account;
  const providers = senders.signInProviders.filter(({ issuer }) => issuer && issuers.includes(issuer));
  return {
    ...rest,
    deletionDueAt,
    devices: seen,
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
  for (const familyId of await familiesEverOf(db, person.id))
    await publish(db, familyId, "family", "help-requests", "reachability");
}

export async function changeNames(
  { database, clock }: World,
  person: Person,
  { username, grandparentNames }: z.output<typeof Names>,
): Promise<void> {
  const kept = grandparentNames === undefined ? {} : { grandparent_names: grandparentNames || null };
  await database.kysely.transaction().execute(async (trx) => {
    if (username !== person.name) {
      const doing = { personId: person.id, at: clock.now() };
      await recordInOwnFamilies(trx, doing, { kind: "name-changed", to: username });
    }
    await trx
      .updateTable("people")
      .set((update) => ({
        username,
        ...kept,
        named_at: sql`case when lower(username) = lower(${username}) then ${update.ref("named_at")} else ${clock.now()} end`,
      }))
      .where("id", "=", person.id)
      .execute();
    await notifyFamilies(trx, person);
  });
}

async function setPhoneNumber(db: Db, person: Person, claim: Claim): Promise<void> {
  const owner = await db
    .selectFrom("people")
    .select("id")
    .where("phone_number", "=", claim.address)
    .where("id", "<>", person.id)
    .executeTakeFirst();
  if (owner) throw alreadyTaken(claim);
  // A number for calls is kept beneath the proven one, so that the family has it again if the change is undone.
  await db.updateTable("people").set({ phone_number: claim.address }).where("id", "=", person.id).execute();
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
    const before = await trx
      .selectFrom("people")
      .select(["phone_number", "call_number"])
      .where("id", "=", person.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (before.phone_number !== null)
      throw new Conflict("Your family already calls the number you sign in with.");
    await trx.updateTable("people").set({ call_number: callNumber }).where("id", "=", person.id).execute();
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
  const { password_hash, has_chosen_password } = await world.database.kysely
    .selectFrom("people")
    .select(["password_hash", "has_chosen_password"])
    .where("id", "=", person.id)
    .executeTakeFirstOrThrow();
  if (!has_chosen_password) return requireFreshProof(person);
  const wrong = "That's not your current password. Please check it.";
  const isKnown = await isOwnPassword(world, person, currentPassword, password_hash);
  if (!isKnown) throw new Invalid(wrong, { currentPassword: wrong });
}

/** Words that somebody who knows the person would try as their password. */
async function knownOf(db: Db, { id }: Person): Promise<(string | null)[]> {
  const { families, ...own } = await db
    .selectFrom("people as p")
    .select(["p.username", "p.grandparent_names", "p.phone_number", "p.call_number", "p.email"])
    .select((select) =>
      select
        .selectFrom("memberships as m")
        .innerJoin("families as f", "f.id", "m.family_id")
        .select(sql<string | null>`string_agg(f.name, ' ')`.as("names"))
        .whereRef("m.person_id", "=", "p.id")
        .as("families"),
    )
    .where("p.id", "=", id)
    .executeTakeFirstOrThrow();
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
    await trx.updateTable("people").set(chosen).where("id", "=", person.id).execute();
    const doing = { personId: person.id, at: world.clock.now() };
    await recordInOwnFamilies(trx, doing, { kind: "password-changed" });
    await publish(trx, { personId: person.id }, "account");
    return change;
  });
  await notifyOldContacts(world, change);
}
