import { expect, test } from "vitest";
import { getAccount } from "#contract/accounts/accounts.ts";
import { register, requestVerification, verifyCode } from "#contract/accounts/sign-in.ts";
import { dayMs, minuteMs } from "#contract/durations.ts";
import {
  acceptInvitation,
  createInvitation,
  declineInvitation,
  verifyInvitation,
} from "#contract/invitations.ts";
import { Client } from "#tests/support/client.ts";
import { codeFor, emailedCodeFor, newPhoneNumber, signUp } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer();
const browser = () => new Client(server().url);

async function invited(phoneNumber: string | null = newPhoneNumber()) {
  const anna = await signUp(server());
  const body = { name: "Rose", email: "rose@example.com", role: "grandparent", familyId: anna.familyId };
  const { inviteCode } = await anna.client.call(createInvitation, { body: { ...body, phoneNumber } });
  return { anna, inviteCode, phoneNumber: phoneNumber ?? "" };
}

const askCode = (client: Client, inviteCode: string) =>
  client.ask(requestVerification, { body: { inviteCode } });
const check = (client: Client, inviteCode: string, code: string) =>
  client.ask(verifyCode, { body: { inviteCode, code } });

const profile = (inviteCode: string) => ({
  username: "Rose",
  password: "wq7v2kzn",
  role: "grandparent",
  inviteCode,
});

test("the link shows the last two digits of the invited number and no more", async () => {
  const { inviteCode, phoneNumber } = await invited();
  const client = browser();
  const shown = await client.call(verifyInvitation, { query: { code: inviteCode } });
  expect(shown.phoneHint).toBe(phoneNumber.slice(-2));
  const answers = [shown, await askCode(client, inviteCode), await check(client, inviteCode, "000000")];
  expect(JSON.stringify(answers)).not.toContain(phoneNumber.slice(2, -2));
});

test("the code goes to the invited number and proves it, and nobody has to type the number", async () => {
  const { anna, inviteCode, phoneNumber } = await invited();
  const rose = browser();
  expect((await askCode(rose, inviteCode)).status).toBe(200);
  expect((await check(rose, inviteCode, codeFor(server(), phoneNumber))).body).toEqual({ verified: true });
  const { token } = await rose.call(register, { body: profile(inviteCode) });
  rose.token = token;
  expect(await rose.call(acceptInvitation, { body: { inviteCode } })).toMatchObject({ role: "grandparent" });
  expect((await rose.call(getAccount)).phoneNumber).toBe(phoneNumber);
  expect(anna.phoneNumber).not.toBe(phoneNumber);
});

test("whoever chooses e-mail gets the code at the invited address, which becomes that of the account", async () => {
  const { inviteCode } = await invited();
  const rose = browser();
  const body = { inviteCode, channel: "email" as const };
  expect((await rose.ask(requestVerification, { body })).status).toBe(200);
  const code = emailedCodeFor(server(), "rose@example.com");
  expect((await rose.ask(verifyCode, { body: { ...body, code } })).body).toEqual({ verified: true });
  const { token } = await rose.call(register, { body: { ...profile(inviteCode), channel: "email" } });
  rose.token = token;
  await rose.call(acceptInvitation, { body: { inviteCode } });
  expect(await rose.call(getAccount)).toMatchObject({ email: "rose@example.com", phoneNumber: null });
});

test("a person with an account for the invited number is signed in", async () => {
  const rose = await signUp(server(), { name: "Rose", role: "grandparent" });
  const { inviteCode } = await invited(rose.phoneNumber);
  server().clock.advance(minuteMs);
  const tablet = browser();
  await askCode(tablet, inviteCode);
  const { body } = await check(tablet, inviteCode, codeFor(server(), rose.phoneNumber));
  expect(body).toMatchObject({ verified: true, token: expect.any(String), user: { id: rose.id } });
});

test("the link alone registers nobody: it takes the code, in the same browser", async () => {
  const { inviteCode, phoneNumber } = await invited();
  const rose = browser();
  const stranger = browser();
  await askCode(rose, inviteCode);
  expect((await check(stranger, inviteCode, codeFor(server(), phoneNumber))).status).toBe(400);
  expect((await stranger.ask(register, { body: profile(inviteCode) })).status).toBe(403);
  expect((await check(rose, inviteCode, "000000")).status).toBe(400);
  expect((await rose.ask(register, { body: profile(inviteCode) })).status).toBe(403);
});

test("an invitation without a number asks for one, and a closed one reveals no number", async () => {
  const { inviteCode } = await invited(null);
  const none = await askCode(browser(), inviteCode);
  const words = "This invitation has no phone number. Please enter yours.";
  expect(none).toMatchObject({ status: 400, body: { message: words, fields: { phoneNumber: words } } });
  const declined = await invited();
  await browser().call(declineInvitation, { body: { inviteCode: declined.inviteCode } });
  expect((await askCode(browser(), declined.inviteCode)).status).toBe(410);
  expect((await askCode(browser(), "unknown")).status).toBe(404);
  const late = await invited();
  server().clock.advance(7 * dayMs);
  expect((await askCode(browser(), late.inviteCode)).status).toBe(404);
});

test("both a number and an invitation, or neither, is refused at the number's field", async () => {
  const { inviteCode, phoneNumber } = await invited();
  const fields = { phoneNumber: "Phone number must be at least 10 digits" };
  for (const body of [{}, { inviteCode, phoneNumber }]) {
    const asked = await browser().ask(requestVerification, { body });
    const checked = await browser().ask(verifyCode, { body: { ...body, code: "000000" } });
    for (const refused of [asked, checked]) expect(refused).toMatchObject({ status: 400, body: { fields } });
  }
});
