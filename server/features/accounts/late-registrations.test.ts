// An invitation that is closed between the opening of its link and the last step of the sign-up.
import { describe, expect, test } from "vitest";
import { getStatus, register, requestVerification, verifyCode } from "#contract/accounts/sign-in.ts";
import { getFamily } from "#contract/families.ts";
import {
  acceptInvitation,
  createInvitation,
  declineInvitation,
  deleteInvitation,
  type Invitation,
  verifyInvitation,
} from "#contract/invitations.ts";
import { Client } from "#tests/support/client.ts";
import {
  codeFor,
  emailedCodeFor,
  expireInvitations,
  newPhoneNumber,
  type Person,
  proveEmail,
  provePhone,
  signUp,
} from "#tests/support/people.ts";
import { production, type TestServer, useServer } from "#tests/support/server.ts";
import { chooseAt, comeBack, exchange, leaveForGoogle } from "#tests/support/sign-in/google.ts";

const server = useServer();
const withoutCodes = useServer({ env: production });

const notFound = "Invitation not found or has expired";
const used = "This invitation has already been used";

type Close = (server: TestServer, anna: Person, invitation: Invitation) => Promise<unknown>;

const endings: [string, Close, number, string][] = [
  [
    "accepted by somebody else",
    async (at, _anna, { inviteCode }) => {
      const other = await signUp(at, { name: "Somebody Else" });
      await other.client.call(acceptInvitation, { body: { inviteCode } });
    },
    410,
    used,
  ],
  [
    "canceled",
    (_at, anna, { id }) => anna.client.call(deleteInvitation, { params: { id: String(id) } }),
    404,
    notFound,
  ],
  ["expired", (at, anna) => expireInvitations(at, anna), 404, notFound],
  [
    "declined",
    (at, _anna, { inviteCode }) => new Client(at.url).call(declineInvitation, { body: { inviteCode } }),
    410,
    used,
  ],
];

async function invited(
  at: TestServer,
  role: "admin" | "child" | "grandparent" = "grandparent",
  email: string | null = "rose@example.com",
) {
  const anna = await signUp(at);
  const body = { name: "Rose", email, phoneNumber: newPhoneNumber(), role, familyId: anna.familyId };
  const invitation = await anna.client.call(createInvitation, { body });
  const client = new Client(at.url);
  await client.call(verifyInvitation, { query: { code: invitation.inviteCode } });
  return { anna, invitation, client, inviteCode: invitation.inviteCode };
}

const profile = { username: "Rose Stone", password: "wq7v2kzn", role: "grandparent" } as const;

/** Checks that the person is alone in a family of their own, in this role, and cannot join the other one. */
async function expectOwnFamily(client: Client, role: string, anna: Person) {
  const { user } = await client.call(getStatus);
  expect(user).toMatchObject({ role, families: [{ role }] });
  const family = await client.call(getFamily);
  expect(family.members.map(({ name }) => name)).toEqual([user.displayName]);
  expect(family.id).not.toBe(anna.familyId);
  return family;
}

describe.each(endings)("an invitation that is %s on the way", (_, close, status, message) => {
  test("leaves an account and a family of its own to somebody who proved their number", async () => {
    const { anna, invitation, client, inviteCode } = await invited(server());
    const phoneNumber = newPhoneNumber();
    await provePhone(server(), client, phoneNumber);
    await close(server(), anna, invitation);
    const { token, user } = await client.call(register, { body: { ...profile, phoneNumber, inviteCode } });
    expect(user.role).toBe("grandparent");
    client.token = token;
    const accepted = await client.ask(acceptInvitation, { body: { inviteCode, userId: user.id } });
    expect(accepted).toMatchObject({ status, body: { message } });
    const { id } = await expectOwnFamily(client, "grandparent", anna);
    expect(user.familyId).toBe(id);
  });

  test("takes the code that went to its number, before and after the code was entered", async () => {
    for (const isProvenFirst of [true, false]) {
      const { anna, invitation, client, inviteCode } = await invited(server());
      await client.call(requestVerification, { body: { inviteCode } });
      const code = codeFor(server(), invitation.phoneNumber ?? "");
      if (!isProvenFirst) await close(server(), anna, invitation);
      await client.call(verifyCode, { body: { inviteCode, code } });
      if (isProvenFirst) await close(server(), anna, invitation);
      const { token } = await client.call(register, { body: { ...profile, inviteCode } });
      client.token = token;
      const { members } = await expectOwnFamily(client, "grandparent", anna);
      expect(members).toMatchObject([{ phoneNumber: invitation.phoneNumber }]);
    }
  });

  test("leaves them to somebody who proved an e-mail address, and makes no family member without a family", async () => {
    const { anna, invitation, client, inviteCode } = await invited(server(), "child");
    const email = `rose${newPhoneNumber().slice(1)}@example.com`;
    await proveEmail(server(), client, email);
    await close(server(), anna, invitation);
    const body = { ...profile, role: "child", email, inviteCode } as const;
    const { token, user } = await client.call(register, { body });
    expect(user.role).toBe("admin");
    client.token = token;
    await expectOwnFamily(client, "admin", anna);
  });

  test("leaves them to somebody new who signed in with Google on its page", async () => {
    const { anna, invitation, client, inviteCode } = await invited(server());
    const name = `Rose ${invitation.id}`;
    const page = await leaveForGoogle(client, { inviteCode });
    const callback = await chooseAt(client, page, { name, email: `late${invitation.id}@example.com` });
    await close(server(), anna, invitation);
    const address = await comeBack(client, callback);
    expect(address).toMatch(new RegExp(`^/\\?token=[\\w-]{22}&auth=success&inviteCode=${inviteCode}$`));
    await exchange(client, address);
    const role = message === notFound && (await client.call(getStatus)).user.role === "admin";
    await expectOwnFamily(client, role ? "admin" : "grandparent", anna);
  });

  test("leaves them to somebody whose link alone was enough when they opened it, three times at most", async () => {
    const at = withoutCodes();
    const { anna, invitation, client, inviteCode } = await invited(at, "grandparent", null);
    await close(at, anna, invitation);
    const ask = () => client.ask(register, { body: { ...profile, inviteCode } });
    const { status: first, body } = await ask();
    expect([first, body.user.role]).toEqual([201, "grandparent"]);
    const latecomer = new Client(at.url);
    latecomer.token = body.token;
    await expectOwnFamily(latecomer, "grandparent", anna);
    expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([201, 201, 429]);
    const stranger = await new Client(at.url).ask(register, { body: { ...profile, inviteCode } });
    expect(stranger).toMatchObject({ status, body: { message } });
    const other = await client.ask(register, { body: { ...profile, inviteCode: "made up" } });
    expect(other.status).toBe(404);
  });
});

test("of two people who join by one link at the same moment, one is in the family and one in their own", async () => {
  const at = withoutCodes();
  const { anna, client, inviteCode } = await invited(at, "grandparent", null);
  const second = new Client(at.url);
  await second.call(verifyInvitation, { query: { code: inviteCode } });
  const both = [client, second].map((each) => each.call(register, { body: { ...profile, inviteCode } }));
  const families = (await Promise.all(both)).map(({ user }) => user.familyId);
  expect(families.filter((id) => id === anna.familyId)).toHaveLength(1);
  expect(new Set(families).size).toBe(2);
});

test("a resent code works too, when the invitation was declined before it was asked for", async () => {
  const { invitation, client, inviteCode } = await invited(server());
  await client.call(requestVerification, { body: { inviteCode } });
  await client.call(declineInvitation, { body: { inviteCode } });
  server().clock.advance(60_000);
  await client.call(requestVerification, { body: { inviteCode } });
  const code = codeFor(server(), invitation.phoneNumber ?? "");
  expect(await client.call(verifyCode, { body: { inviteCode, code } })).toEqual({ verified: true });
  expect(() => emailedCodeFor(server(), "rose@example.com")).toThrow("No code was sent");
});
