// A server that can send no code to an invited person lets them join by the link that their family gave them.
import { describe, expect, test } from "vitest";
import { changePassword, getAccount } from "#contract/accounts/accounts.ts";
import { getStatus, register, requestVerification, verifyCode } from "#contract/accounts/sign-in.ts";
import { makeSignInCode, signInByCode } from "#contract/accounts/sign-in-codes.ts";
import { listActivity } from "#contract/activity.ts";
import { dayMs } from "#contract/durations.ts";
import type { Sent } from "#contract/endpoint.ts";
import { getFamily, type Role } from "#contract/families.ts";
import {
  acceptInvitation,
  createInvitation,
  declineInvitation,
  deleteInvitation,
  verifyInvitation,
} from "#contract/invitations.ts";
import { Client } from "#tests/support/client.ts";
import { emailedCodeFor, newPhoneNumber, type Person, signUp } from "#tests/support/people.ts";
import { production, type TestServer, useServer } from "#tests/support/server.ts";

const smtp = { SMTP_URL: "smtps://mail.example.com", MAIL_FROM: "Porchlight <hello@porchlight.example>" };
const withEmail = useServer({ env: { ...production, ...smtp } });
const withNothing = useServer({ env: production });
const withTexts = useServer();

interface Invited {
  email?: string | null;
  phoneNumber?: string | null;
  role?: Role;
}

const invite = (
  anna: Person,
  { email = null, phoneNumber = newPhoneNumber(), role = "grandparent" }: Invited = {},
) =>
  anna.client.call(createInvitation, {
    body: { name: "Rose", email, phoneNumber, role, familyId: anna.familyId },
  });

const profile = { username: "Rose", password: "wq7v2kzn", role: "grandparent" } as const;

/** Opens the link in a new browser and enters only a name, nothing that could be proved. */
const joinBy = ({ url }: TestServer, inviteCode: string, more: Partial<Sent<typeof register>["body"]> = {}) =>
  new Client(url).ask(register, { body: { ...profile, inviteCode, ...more } });

const needsNoCode = async ({ url }: TestServer, code: string) =>
  (await new Client(url).call(verifyInvitation, { query: { code } })).needsNoCode;

const countPeople = async ({ database }: TestServer) => {
  const people = database.kysely.selectFrom("people").select(({ fn }) => fn.countAll<number>().as("all"));
  return (await people.executeTakeFirstOrThrow()).all;
};

describe.each([
  ["e-mail alone", withEmail],
  ["neither texts nor e-mail", withNothing],
])("on a server with %s", (_, server) => {
  test("somebody without e-mail joins by the link, and the family calls the invited number", async () => {
    const anna = await signUp(server());
    const { inviteCode, phoneNumber } = await invite(anna);
    expect(await needsNoCode(server(), inviteCode)).toBe(true);
    const { status, body } = await joinBy(server(), inviteCode);
    expect([status, body.user]).toMatchObject([201, { role: "grandparent", familyId: anna.familyId }]);
    const rose = new Client(server().url);
    rose.token = body.token;
    expect((await rose.call(getStatus)).user).toMatchObject({
      displayName: "Rose",
      role: "grandparent",
      familyId: anna.familyId,
    });
    expect(await rose.call(getAccount)).toMatchObject({
      phoneNumber: null,
      callNumber: phoneNumber,
      email: null,
      codesGoTo: null,
    });
    const { members } = await anna.client.call(getFamily);
    expect(members).toContainEqual(expect.objectContaining({ name: "Rose", phoneNumber }));
    const { activity } = await anna.client.call(listActivity);
    const change = { kind: "member-joined", invited: "Rose", role: "grandparent" };
    expect(activity).toContainEqual(expect.objectContaining({ change }));
  });

  test("the link works once, even for twenty people at the same moment, and leaves no other account", async () => {
    const { inviteCode } = await invite(await signUp(server()));
    const before = await countPeople(server());
    const attempts = await Promise.all(Array.from({ length: 20 }, () => joinBy(server(), inviteCode)));
    expect(attempts.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(410)]);
    expect((await joinBy(server(), inviteCode)).status).toBe(410);
    expect(await countPeople(server())).toBe(before + 1);
    const winner = new Client(server().url);
    winner.token = attempts.find(({ status }) => status === 201)?.body.token;
    expect((await winner.ask(acceptInvitation, { body: { inviteCode } })).status).toBe(410);
  });

  test("a link that was answered, canceled or made for another role, or has expired, makes no account", async () => {
    const anna = await signUp(server());
    const [declined, canceled, expired] = [await invite(anna), await invite(anna), await invite(anna)];
    await new Client(server().url).call(declineInvitation, { body: { inviteCode: declined.inviteCode } });
    await anna.client.call(deleteInvitation, { params: { id: String(canceled.id) } });
    const before = await countPeople(server());
    const wrongRole = await joinBy(server(), expired.inviteCode, { role: "admin" });
    expect(wrongRole).toMatchObject({ status: 400, body: { fields: { role: expect.any(String) } } });
    expect(await needsNoCode(server(), expired.inviteCode)).toBe(true);
    server().clock.advance(7 * dayMs);
    const statuses = [declined, canceled, expired].map(({ inviteCode }) => joinBy(server(), inviteCode));
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([410, 404, 404]);
    expect((await joinBy(server(), "made up")).status).toBe(404);
    expect(await countPeople(server())).toBe(before);
  });

  test("the person gives a better number for calls and signs in again by a code from the family, but can't change the account then", async () => {
    const anna = await signUp(server());
    const { inviteCode } = await invite(anna);
    const callNumber = newPhoneNumber();
    const { body } = await joinBy(server(), inviteCode, { callNumber });
    const { members } = await anna.client.call(getFamily);
    expect(members.find(({ name }) => name === "Rose")?.phoneNumber).toBe(callNumber);
    const params = { id: String(body.user.id) };
    const { code } = await anna.client.call(makeSignInCode, { params });
    const tablet = new Client(server().url);
    const { token, user } = await tablet.call(signInByCode, { body: { code } });
    expect(user.id).toBe(body.user.id);
    tablet.token = token;
    const password = { password: "correct horse battery" };
    expect((await tablet.ask(changePassword, { body: password })).status).toBe(403);
  });
});

test("on a server with e-mail, an invitation with an address still needs the code that is sent there", async () => {
  const server = withEmail();
  const { inviteCode } = await invite(await signUp(server), { email: "rose.reyes@example.com" });
  const before = await countPeople(server);
  expect(await needsNoCode(server, inviteCode)).toBe(false);
  expect((await joinBy(server, inviteCode)).status).toBe(403);
  expect(await countPeople(server)).toBe(before);
  const anna = await signUp(withNothing());
  const unsent = await invite(anna, { email: "rose.reyes@example.com" });
  expect(await needsNoCode(withNothing(), unsent.inviteCode)).toBe(true);
});

test("somebody invited without an address who has one still has to prove it by a code", async () => {
  const server = withEmail();
  const anna = await signUp(server);
  const { inviteCode } = await invite(anna);
  const [client, email] = [new Client(server.url), "rose.stone@example.com"];
  expect((await joinBy(server, inviteCode, { email })).status).toBe(403);
  await client.call(requestVerification, { body: { email } });
  await client.call(verifyCode, { body: { email, code: emailedCodeFor(server, email) } });
  const { token, user } = await client.call(register, { body: { ...profile, email, inviteCode } });
  expect(user.familyId).toBeNull();
  client.token = token;
  await client.call(acceptInvitation, { body: { inviteCode } });
  expect((await client.call(getFamily)).id).toBe(anna.familyId);
});

test("a server that can send texts asks for a code if the invitation has a number or an address", async () => {
  const server = withTexts();
  const anna = await signUp(server);
  const known = await invite(anna);
  const unknown = await invite(anna, { email: "rose@example.com", phoneNumber: null });
  const before = await countPeople(server);
  for (const { inviteCode } of [known, unknown]) expect(await needsNoCode(server, inviteCode)).toBe(false);
  expect((await joinBy(server, known.inviteCode)).status).toBe(403);
  expect((await joinBy(server, unknown.inviteCode)).status).toBe(400);
  expect(await countPeople(server)).toBe(before);
});

test("on a server that sends texts, the link alone is enough for somebody whom the inviter hands it to", async () => {
  const server = withTexts();
  const anna = await signUp(server);
  const rose = { name: "Rose", email: null, role: "grandparent", familyId: anna.familyId };
  const refused = await anna.client.ask(createInvitation, { body: rose });
  expect(refused).toMatchObject({
    status: 400,
    body: { fields: { phoneNumber: "Phone number must be at least 10 digits" } },
  });
  const handedOver = { body: { ...rose, isHandedOver: true } };
  const { inviteCode, emailedAt, textedAt } = await anna.client.call(createInvitation, handedOver);
  expect([emailedAt, textedAt]).toEqual([null, null]);
  expect(await needsNoCode(server, inviteCode)).toBe(true);
  expect(await joinBy(server, inviteCode)).toMatchObject({
    status: 201,
    body: { user: { familyId: anna.familyId, role: "grandparent" } },
  });
  expect((await joinBy(server, inviteCode)).status).toBe(410);
});
