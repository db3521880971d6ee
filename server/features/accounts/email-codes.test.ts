// A server that sends e-mail but no texts can do everything: people sign up, come back, join and prove who they are
// by e-mail.
import { expect, test, vi } from "vitest";
import {
  changeCallNumber,
  changeEmail,
  changePassword,
  getAccount,
  proveAgain,
  removeEmail,
} from "#contract/accounts/accounts.ts";
import { getSignInOptions, register, requestVerification, verifyCode } from "#contract/accounts/sign-in.ts";
import { minuteMs } from "#contract/durations.ts";
import { getFamily } from "#contract/families.ts";
import { acceptInvitation, createInvitation, verifyInvitation } from "#contract/invitations.ts";
import { Client } from "#tests/support/client.ts";
import {
  emailedCodeFor,
  forgetProof,
  invite,
  newPhoneNumber,
  proveEmail,
  signUp,
  signUpByEmail,
  signUpByPhone,
} from "#tests/support/people.ts";
import { production, useServer } from "#tests/support/server.ts";

const smtp = { SMTP_URL: "smtps://mail.example.com", MAIL_FROM: "Porchlight <hello@porchlight.example>" };
const server = useServer({
  env: { ...production, ...smtp, OIDC_PROVIDERS: "" },
  limits: { smsPerPhonePerDay: 10 },
});
/** The sandbox stands in for both texts and e-mail. */
const sandbox = useServer();

const browser = () => new Client(server().url);
const minutes = (count: number) => server().clock.advance(count * minuteMs);

let lastAddress = 0;
const newEmail = () => `person-${++lastAddress}@example.com`;

const registration = { username: "Eve", password: "wq7v2kzn", role: "admin" };

test("the server lists the ways in which people can sign up", async () => {
  expect(await browser().call(getSignInOptions)).toEqual({
    hasTexts: false,
    hasEmail: true,
    providers: [],
    signUp: "open",
  });
  const { hasTexts, hasEmail, providers } = await new Client(sandbox().url).call(getSignInOptions);
  expect({ hasTexts, hasEmail, providers }).toEqual({
    hasTexts: true,
    hasEmail: true,
    providers: [{ id: "google", name: "Google", icon: null }],
  });
});

test("somebody signs up by a code to their e-mail address, and comes back by another", async () => {
  const email = newEmail();
  const anna = await signUpByEmail(server(), { email });
  expect(await anna.client.call(getAccount)).toMatchObject({ email, phoneNumber: null, codesGoTo: "email" });
  minutes(1);
  const client = browser();
  await client.call(requestVerification, { body: { email: email.toUpperCase() } });
  const body = { email: email.toUpperCase(), code: emailedCodeFor(server(), email) };
  expect(await client.call(verifyCode, { body })).toMatchObject({ user: { id: anna.id } });
});

test("the e-mail holds the code alone, in its subject and in its text", async () => {
  const email = newEmail();
  await browser().call(requestVerification, { body: { email } });
  const code = emailedCodeFor(server(), email);
  const sent = server().mailbox.findLast(({ to }) => to === email);
  expect(sent?.subject).toBe(`${code} is your Porchlight code`);
  expect(sent?.text).toBe(
    `Hello.\n\nPlease type this code where you are signing in:\n\n${code}\n\nIt works for 10 minutes. Please do not share it.\n\nDidn't ask for a code? You can ignore this e-mail.\n`,
  );
  expect(sent?.html).toContain(code);
  expect(sent?.html).not.toContain("href");
});

test("a code by e-mail works once, within ten minutes, and is invalid after five wrong tries", async () => {
  const [email, late, guessed] = [newEmail(), newEmail(), newEmail()];
  const client = browser();
  const check = (email: string, code: string) => client.ask(verifyCode, { body: { email, code } });
  for (const each of [email, late, guessed])
    await client.call(requestVerification, { body: { email: each } });
  const wrong = emailedCodeFor(server(), guessed) === "000000" ? "000001" : "000000";
  for (const _ of [1, 2, 3, 4, 5]) expect((await check(guessed, wrong)).status).toBe(400);
  expect((await check(guessed, emailedCodeFor(server(), guessed))).status).toBe(400);
  minutes(9.9);
  expect((await check(email, emailedCodeFor(server(), email))).body).toEqual({ verified: true });
  expect((await check(email, emailedCodeFor(server(), email))).status).toBe(400);
  minutes(0.1);
  const { status, body } = await check(late, emailedCodeFor(server(), late));
  expect([status, body]).toMatchObject([
    400,
    { message: "That code no longer works. Please ask for a new one." },
  ]);
});

test("codes by e-mail have the same waits and daily limit as texts", async () => {
  const email = newEmail();
  const ask = () => browser().ask(requestVerification, { body: { email } });
  expect((await ask()).status).toBe(200);
  expect(await ask()).toMatchObject({ status: 429, body: { message: "Please try again in 30 seconds." } });
  for (let turn = 1; turn < 10; turn++) {
    minutes(4);
    expect((await ask()).status).toBe(200);
  }
  minutes(4);
  expect(await ask()).toMatchObject({ status: 429, body: { message: "Please try again in 24 hours." } });
});

test("known and unknown addresses get the same answer", async () => {
  const email = newEmail();
  await signUpByEmail(server(), { email });
  minutes(1);
  const [known, unknown] = await Promise.all(
    [email, newEmail()].map((email) => browser().ask(requestVerification, { body: { email } })),
  );
  expect(known?.body).toEqual(unknown?.body);
  expect(known?.status).toBe(unknown?.status);
});

test("nobody registers an address that their browser has not proved, and a proof is used once", async () => {
  const email = newEmail();
  const client = browser();
  await proveEmail(server(), client, email);
  const body = { ...registration, email };
  const message = "Please verify your e-mail address first.";
  expect(await browser().ask(register, { body })).toMatchObject({ status: 403, body: { message } });
  const other = { ...body, email: newEmail() };
  expect(await client.ask(register, { body: other })).toMatchObject({ status: 403, body: { message } });
  expect((await client.ask(register, { body })).status).toBe(201);
  expect((await client.ask(register, { body })).status).toBe(403);
});

test("a code by e-mail does not prove a phone number, and a code by text does not prove an e-mail address", async () => {
  const [email, phoneNumber] = [newEmail(), newPhoneNumber()];
  const client = new Client(sandbox().url);
  await client.call(requestVerification, { body: { email } });
  const code = emailedCodeFor(sandbox(), email);
  expect((await client.ask(verifyCode, { body: { phoneNumber, code } })).status).toBe(400);
  await client.call(verifyCode, { body: { email, code } });
  expect((await client.ask(register, { body: { ...registration, phoneNumber } })).status).toBe(403);
  const both = await client.ask(register, { body: { ...registration, email, phoneNumber } });
  expect(both.status).toBe(400);
});

test("if the mail server fails, the message says so and the code does not count", async () => {
  const [client, email] = [browser(), newEmail()];
  vi.spyOn(server().world.senders, "email").mockRejectedValueOnce(new Error("down"));
  const { status, body } = await client.ask(requestVerification, { body: { email } });
  expect(status).toBe(503);
  expect(body).toMatchObject({ message: "We could not send the e-mail. Please try again in a minute." });
  expect((await client.ask(requestVerification, { body: { email } })).status).toBe(200);
});

test("a number for calls is shown on the family's page, and nobody can sign in with it", async () => {
  const phoneNumber = newPhoneNumber();
  const rose = await signUpByEmail(server(), {
    email: newEmail(),
    role: "grandparent",
    callNumber: phoneNumber,
  });
  const numbers = async () => (await rose.client.call(getFamily)).members.map((one) => one.phoneNumber);
  expect(await numbers()).toEqual([phoneNumber]);
  const ben = await signUpByEmail(server(), { email: newEmail(), callNumber: phoneNumber });
  expect(await ben.client.call(getAccount)).toMatchObject({ phoneNumber: null, callNumber: phoneNumber });
  await rose.client.call(changeCallNumber, { body: { phoneNumber: null } });
  expect(await numbers()).toEqual([null]);
  const wrong = await rose.client.ask(changeCallNumber, { body: { phoneNumber: "+00000000000" } });
  const message = "That phone number doesn't exist. Please check it.";
  expect(wrong).toMatchObject({ status: 400, body: { fields: { phoneNumber: message } } });
  await forgetProof(server(), rose);
  expect((await rose.client.ask(changeCallNumber, { body: { phoneNumber } })).status).toBe(403);
});

test("a number that somebody gave only for calls does not sign anybody in to that person's account", async () => {
  const phoneNumber = newPhoneNumber();
  const squatter = await signUpByEmail(sandbox(), { email: newEmail(), callNumber: phoneNumber });
  const owner = await signUpByPhone(sandbox(), { phoneNumber });
  expect(owner.id).not.toBe(squatter.id);
});

test("an invitation works with its e-mail address alone, and its link shows only a part of the address", async () => {
  const anna = await signUpByEmail(server(), { email: newEmail() });
  const email = "rose.reyes@example.com";
  const invited = { name: "Rose", email, role: "grandparent", familyId: anna.familyId };
  const { inviteCode } = await anna.client.call(createInvitation, { body: invited });
  const client = browser();
  const shown = await client.call(verifyInvitation, { query: { code: inviteCode } });
  expect(shown.emailHint).toBe("r...@example.com");
  expect(JSON.stringify(shown)).not.toContain("rose.reyes");
  await client.call(requestVerification, { body: { inviteCode } });
  const code = emailedCodeFor(server(), email);
  expect(await client.call(verifyCode, { body: { inviteCode, code } })).toEqual({ verified: true });
  const body = { ...registration, username: "Rose", role: "grandparent", inviteCode };
  const { token, user } = await client.call(register, { body });
  client.token = token;
  await client.call(acceptInvitation, { body: { inviteCode, userId: user.id } });
  expect(await client.call(getAccount)).toMatchObject({ email });
  expect((await client.call(getFamily)).id).toBe(anna.familyId);
});

test("an invitation without an e-mail address asks for one", async () => {
  const anna = await signUpByEmail(server(), { email: newEmail() });
  const body = { name: "Walter", email: null, phoneNumber: "+16145550177", familyId: anna.familyId };
  const { inviteCode, email } = await anna.client.call(createInvitation, { body });
  expect(email).toBeNull();
  const asked = await browser().ask(requestVerification, { body: { inviteCode } });
  const message = "This invitation has no e-mail address. Please enter yours.";
  expect(asked).toMatchObject({ status: 400, body: { fields: { email: message } } });
});

test("where the server can text, the code of an invitation goes to its number alone", async () => {
  const inviteCode = await invite(await signUp(sandbox()), "child", "Ben");
  const asked = await new Client(sandbox().url).ask(requestVerification, { body: { inviteCode } });
  const message = "This invitation has no phone number. Please enter yours.";
  expect(asked).toMatchObject({ status: 400, body: { fields: { phoneNumber: message } } });
});

test("a code by e-mail is a fresh proof", async () => {
  const email = newEmail();
  const anna = await signUpByEmail(server(), { email });
  await forgetProof(server(), anna);
  const password = { password: "correct horse battery" };
  expect((await anna.client.ask(changePassword, { body: password })).status).toBe(403);
  minutes(1);
  await anna.client.call(requestVerification, { body: { email } });
  await anna.client.call(proveAgain, { body: { code: emailedCodeFor(server(), email) } });
  await anna.client.call(changePassword, { body: password });
});

test("a code to somebody else's address proves nothing about the person who is signed in", async () => {
  const [anna, eve] = [newEmail(), newEmail()];
  const person = await signUpByEmail(server(), { email: anna });
  await forgetProof(server(), person);
  await person.client.call(requestVerification, { body: { email: eve } });
  const body = { code: emailedCodeFor(server(), eve) };
  expect((await person.client.ask(proveAgain, { body })).status).toBe(400);
});

test("an address that is the only way to sign in can be replaced, but not removed", async () => {
  const anna = await signUpByEmail(server(), { email: newEmail() });
  const message = "You sign in with this address. Please set a password or add a passkey first.";
  expect(await anna.client.ask(removeEmail)).toMatchObject({ status: 409, body: { message } });
  await anna.client.call(changeEmail, { body: { email: newEmail() } });
  await anna.client.call(changePassword, { body: { password: "correct horse battery" } });
  await anna.client.call(removeEmail);
  expect(await anna.client.call(getAccount)).toMatchObject({ email: null, codesGoTo: null });
});
