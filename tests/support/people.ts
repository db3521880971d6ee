// People as the tests know them: they sign up by phone and invite each other, over HTTP like everybody.
import type { Role } from "#contract/families.ts";
import { acceptInvitation, createInvitation } from "#contract/invitations.ts";
import { getStatus, register, requestVerification, verifyCode } from "#contract/sign-in.ts";
import { Client } from "./client.ts";
import type { TestServer } from "./server.ts";

export interface Somebody {
  readonly client: Client;
  readonly id: number;
  readonly name: string;
  readonly phoneNumber: string;
  familyId: number;
}

let lastNumber = 0;

/** Fictional numbers of the 555 exchange, each once. */
export function newPhoneNumber(): string {
  lastNumber += 1;
  return `+1614555${String(lastNumber).padStart(4, "0")}`;
}

/** The code in the newest text message to this number. */
export function codeFor(server: TestServer, phoneNumber: string): string {
  const message = server.outbox.findLast(({ to }) => to === phoneNumber);
  const code = message?.text.match(/#(\d{6})$/)?.[1];
  if (!code) throw new Error(`No code was sent to ${phoneNumber}.`);
  return code;
}

export async function provePhone(server: TestServer, client: Client, phoneNumber: string) {
  await client.call(requestVerification, { body: { phoneNumber } });
  return client.call(verifyCode, { body: { phoneNumber, code: codeFor(server, phoneNumber) } });
}

interface Newcomer {
  name?: string;
  role?: Role;
  phoneNumber?: string;
  inviteCode?: string;
}

/** Signs up; without an invitation that starts a family. */
export async function signUp(server: TestServer, newcomer: Newcomer = {}): Promise<Somebody> {
  const { name = "Anna Reyes", role = "admin", phoneNumber = newPhoneNumber(), inviteCode } = newcomer;
  const client = new Client(server.url);
  await provePhone(server, client, phoneNumber);
  const body = {
    ...{ username: name, phoneNumber, password: "abcd1234", role, isVerified: true, familyId: null },
    ...{ grandparentNames: null, timeZone: "America/New_York", ...(inviteCode && { inviteCode }) },
  };
  const { token, user } = await client.call(register, { body });
  client.token = token;
  return { client, id: user.id, name, phoneNumber, familyId: user.familyId ?? 0 };
}

export async function invite(inviter: Somebody, role: Role, name = "Rose"): Promise<string> {
  const body = { name, email: `${name.toLowerCase()}@example.com`, role, familyId: inviter.familyId };
  const { inviteCode } = await inviter.client.call(createInvitation, { body });
  return inviteCode;
}

/** Signs up by an invitation of `inviter` and joins that family. */
export async function join(
  server: TestServer,
  inviter: Somebody,
  role: Role,
  name: string,
): Promise<Somebody> {
  const inviteCode = await invite(inviter, role, name);
  const somebody = await signUp(server, { name, role, inviteCode });
  await somebody.client.call(acceptInvitation, { body: { inviteCode, userId: somebody.id } });
  const { user } = await somebody.client.call(getStatus);
  return { ...somebody, familyId: user.familyId ?? 0 };
}

/** Anna, her brother Ben, and their mother Rose. */
export async function reyesFamily(server: TestServer) {
  const anna = await signUp(server, { name: "Anna Reyes" });
  const ben = await join(server, anna, "child", "Ben");
  const rose = await join(server, anna, "grandparent", "Rose");
  return { anna, ben, rose };
}

/** For tests that go years ahead: nobody has to sign in again on the way. */
export const staySignedIn = ({ database }: TestServer) =>
  database.kysely
    .updateTable("sessions")
    .set({ expires_at: new Date("2100-01-01") })
    .execute();

/** A week goes by for the invitations of a family, and for nothing else. */
export async function expireInvitations({ database, clock }: TestServer, { familyId }: Somebody) {
  const expires_at = new Date(clock.now().getTime() - 60_000);
  await database.kysely
    .updateTable("invitations")
    .set({ expires_at })
    .where("family_id", "=", familyId)
    .execute();
}
