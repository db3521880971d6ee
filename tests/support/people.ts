// Creates people for tests. Most are seeded by SQL. Tests about signing up do so over HTTP, like real people.
import { randomBytes } from "node:crypto";
import { getStatus, register, requestVerification, verifyCode } from "#contract/accounts/sign-in.ts";
import { hourMs, minuteMs } from "#contract/durations.ts";
import type { Role } from "#contract/families.ts";
import { acceptInvitation, createInvitation } from "#contract/invitations.ts";
import { hashPassword } from "#server/features/accounts/passwords.ts";
import { startSession } from "#server/features/accounts/sessions.ts";
import { createFamily, type FirstMember } from "#server/features/families/families.ts";
import { insertMembership } from "#server/features/families/queries.ts";
import { setOperator } from "#server/features/operator/operators.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { cookieName } from "#server/platform/http/cookies.ts";
import { sessionCookie } from "#server/platform/http/session.ts";
import { proveContactMethod } from "#server/platform/messages/contact-methods.ts";
import { fingerprint } from "#server/platform/secrets.ts";
import { Client } from "./client.ts";
import { lowPasswordCost, type TestServer } from "./server.ts";

/** Everything that is needed to sign up over HTTP. */
export type SignUpServer = Pick<TestServer, "url" | "outbox">;

export interface Person {
  readonly client: Client;
  readonly id: number;
  readonly name: string;
  readonly phoneNumber: string;
  familyId: number;
}

const timeZone = "America/New_York";
/** The password of every person created here. */
export const password = "wq7v2kzn";

const passwordHash = await hashPassword({ passwordCost: lowPasswordCost }, password);

// The sample family and some tests use numbers below this one.
let lastNumber = 1999;

/** Unique fictional numbers of the 555 exchange. */
export function newPhoneNumber(): string {
  lastNumber += 1;
  return `+1614555${lastNumber}`;
}

/** The latest code that was e-mailed to this address. */
export function emailedCodeFor(server: TestServer, email: string): string {
  const sent = server.mailbox.findLast(({ to, subject }) => to === email && /^\d{6} is your/.test(subject));
  if (!sent) throw new Error(`No code was sent to ${email}.`);
  return sent.subject.slice(0, 6);
}

/** The latest code that was texted to this number. */
export function codeFor(server: SignUpServer, phoneNumber: string): string {
  const codes = server.outbox
    .filter(({ to }) => to === phoneNumber)
    .map(({ text }) => /#(\d{6})$/.exec(text)?.[1]);
  const code = codes.findLast(Boolean);
  if (!code) throw new Error(`No code was sent to ${phoneNumber}.`);
  return code;
}

export async function provePhone(server: SignUpServer, client: Client, phoneNumber: string) {
  await client.call(requestVerification, { body: { phoneNumber } });
  return client.call(verifyCode, { body: { phoneNumber, code: codeFor(server, phoneNumber) } });
}

export async function proveEmail(server: TestServer, client: Client, email: string) {
  await client.call(requestVerification, { body: { email } });
  return client.call(verifyCode, { body: { email, code: emailedCodeFor(server, email) } });
}

/** Signs somebody in on another device, by SQL. */
export async function newSession(
  { url, database, clock }: TestServer,
  { id, familyId }: Pick<Person, "id" | "familyId">,
  lifetime = hourMs,
): Promise<Client> {
  const token = randomBytes(16).toString("base64url");
  const now = clock.now();
  const row = { person_id: id, family_id: familyId, device: "a test", created_at: now };
  const times = { last_used_at: now, proven_at: now, expires_at: new Date(now.getTime() + lifetime) };
  const token_hash = fingerprint(token);
  await database.kysely
    .insertInto("sessions")
    .values({ ...row, ...times, token_hash })
    .execute();
  const client = new Client(url);
  client.token = token;
  return client;
}

interface Newcomer {
  name?: string;
  role?: Role;
  phoneNumber?: string;
  inviteCode?: string;
}

/** Signs up over HTTP, like real people. Without an invitation this starts a family. */
export async function signUpByPhone(server: SignUpServer, newcomer: Newcomer = {}): Promise<Person> {
  const { name = "Anna Reyes", role = "admin", phoneNumber = newPhoneNumber(), inviteCode } = newcomer;
  const client = new Client(server.url);
  await provePhone(server, client, phoneNumber);
  const body = {
    username: name,
    phoneNumber,
    password,
    role,
    isVerified: true,
    familyId: null,
    grandparentNames: null,
    timeZone,
    ...(inviteCode && { inviteCode }),
  };
  const { token, user } = await client.call(register, { body });
  client.token = token;
  return { client, id: user.id, name, phoneNumber, familyId: user.familyId ?? 0 };
}

interface EmailNewcomer extends Pick<Newcomer, "name" | "role" | "inviteCode"> {
  email: string;
  callNumber?: string;
}

/** Signs up over HTTP by a code to an e-mail address. */
export async function signUpByEmail(server: TestServer, newcomer: EmailNewcomer): Promise<Person> {
  const { name = "Anna Reyes", role = "admin", ...rest } = newcomer;
  const client = new Client(server.url);
  await proveEmail(server, client, newcomer.email);
  const { token, user } = await client.call(register, {
    body: { username: name, password, role, timeZone, ...rest },
  });
  client.token = token;
  return { client, id: user.id, name, phoneNumber: "", familyId: user.familyId ?? 0 };
}

/**
 * Inserts the rows that a sign-up leaves behind. `addMembership` returns the ID of the person's family, or 0.
 */
async function seed(
  { url, database, clock, world }: TestServer,
  { name = "Anna Reyes", role = "admin", phoneNumber = newPhoneNumber() }: Newcomer,
  addMembership: (trx: Db, person: FirstMember, now: Date) => Promise<number>,
): Promise<Person> {
  const now = clock.now();
  return await database.kysely.transaction().execute(async (trx) => {
    const times = { created_at: now, named_at: now };
    const row = { username: name, phone_number: phoneNumber, password_hash: passwordHash, ...times };
    const { id } = await trx.insertInto("people").values(row).returning("id").executeTakeFirstOrThrow();
    await proveContactMethod(trx, { personId: id, channel: "sms" }, now);
    const familyId = await addMembership(trx, { id, username: name, role, phoneNumber }, now);
    const { token } = await startSession(trx, { personId: id, userAgent: undefined, role }, now);
    const client = new Client(url, token, cookieName(world.config, sessionCookie));
    return { client, id, name, phoneNumber, familyId };
  });
}

/** Creates a signed-in person by SQL. Without an invitation, they start a new family. */
export const signUp = (server: TestServer, newcomer: Newcomer = {}): Promise<Person> =>
  seed(server, newcomer, async (trx, founder, now) =>
    newcomer.inviteCode ? 0 : await createFamily(trx, server.world.config, founder, timeZone, now),
  );

/** Creates a signed-in person in the family of another one, by SQL. */
export const join = (
  server: TestServer,
  { familyId }: Pick<Person, "familyId">,
  role: Role,
  name: string,
): Promise<Person> =>
  seed(server, { name, role }, async (trx, { id: personId }, now) => {
    await insertMembership(trx, { family_id: familyId, person_id: personId, role, joined_at: now });
    return familyId;
  });

export async function invite(inviter: Person, role: Role, name = "Rose"): Promise<string> {
  const body = { name, email: `${name.toLowerCase()}@example.com`, role, familyId: inviter.familyId };
  const { inviteCode } = await inviter.client.call(createInvitation, { body });
  return inviteCode;
}

/** Signs up with an invitation by `inviter` and joins that family, over HTTP like real people. */
export async function joinByInvitation(
  server: SignUpServer,
  inviter: Person,
  role: Role,
  name: string,
): Promise<Person> {
  const inviteCode = await invite(inviter, role, name);
  const person = await signUpByPhone(server, { name, role, inviteCode });
  await person.client.call(acceptInvitation, { body: { inviteCode, userId: person.id } });
  const { user } = await person.client.call(getStatus);
  return { ...person, familyId: user.familyId ?? 0 };
}

/** Anna, her brother Ben, and their mother Rose. */
export async function reyesFamily(server: TestServer) {
  const anna = await signUp(server, { name: "Anna Reyes" });
  const ben = await join(server, anna, "child", "Ben");
  const rose = await join(server, anna, "grandparent", "Rose");
  return { anna, ben, rose };
}

/** Somebody who runs the server, and is in no family. */
export async function newOperator(server: TestServer): Promise<Person> {
  const olga = await seed(server, { name: "Olga Owens" }, async () => 0);
  await setOperator(server.world, olga.id, true);
  return olga;
}

/** Keeps all sessions from expiring, for tests that span years. */
export const staySignedIn = ({ database }: TestServer) =>
  database.kysely
    .updateTable("sessions")
    .set({ expires_at: new Date("2100-01-01") })
    .execute();

const setProof = ({ database }: TestServer, { id }: Pick<Person, "id">, proven_at: Date) =>
  database.kysely.updateTable("sessions").set({ proven_at }).where("person_id", "=", id).execute();

/** Makes somebody's last proof of identity five minutes old, without moving the clock. */
export const forgetProof = (server: TestServer, person: Pick<Person, "id">) =>
  setProof(server, person, new Date(server.clock.now().getTime() - 5 * minuteMs));

/** Makes it look as if the person had just entered a code or their password. */
export const proveFreshly = (server: TestServer, person: Pick<Person, "id">) =>
  setProof(server, person, server.clock.now());

/** Makes a family's invitations expire, without moving the clock. */
export async function expireInvitations({ database, clock }: TestServer, { familyId }: Person) {
  const expires_at = new Date(clock.now().getTime() - minuteMs);
  await database.kysely
    .updateTable("invitations")
    .set({ expires_at })
    .where("family_id", "=", familyId)
    .execute();
}
