import { expect, test, vi } from "vitest";
import {
  changeEmail,
  changePassword,
  changePhoneNumber,
  confirmEmail,
  getAccount,
  proveAgain,
  removeEmail,
  signOutElsewhere,
} from "#contract/accounts/accounts.ts";
import { getAccountChange, undoAccountChange } from "#contract/accounts/changes.ts";
import { getStatus, login, requestVerification } from "#contract/accounts/sign-in.ts";
import { dayMs, minuteMs } from "#contract/durations.ts";
import { getFamily } from "#contract/families.ts";
import { SendError } from "#server/platform/messages/send-error.ts";
import { addEmail } from "#tests/support/channels.ts";
import { Client } from "#tests/support/client.ts";
import { sendMessages } from "#tests/support/due-work.ts";
import {
  codeFor,
  forgetProof,
  join,
  newPhoneNumber,
  type Person,
  provePhone,
  signUp,
  signUpByEmail,
} from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer({ limits: { loginsPerAccount: 3 } });

const password = "a kettle on the stove";
const needsProof = { status: 403, body: { code: "fresh-proof-needed" } };

/** The calls of a thief who has the token and receives the code of the new number. */
async function moveNumber({ client }: Person, phoneNumber = newPhoneNumber()) {
  await client.call(requestVerification, { body: { phoneNumber } });
  const body = { phoneNumber, code: codeFor(server(), phoneNumber) };
  return client.ask(changePhoneNumber, { body });
}

async function setEmail({ client }: Person, email: string) {
  await client.call(changeEmail, { body: { email } });
  const token = server()
    .mailbox.findLast(({ to }) => to === email)
    ?.text.match(/to=([\w-]+)/)?.[1];
  await client.call(confirmEmail, { body: { token } });
}

const undoIn = (text = ""): string => text.match(/\/account\/undo\?to=([\w-]+)/)?.[1] ?? "none";
const textTo = (number: string) => server().outbox.findLast(({ to }) => to === number)?.text;
const emailTo = (email: string) => server().mailbox.findLast(({ to }) => to === email)?.text;
const stranger = () => new Client(server().url);
const undo = (token: string) => stranger().ask(undoAccountChange, { params: { token } });

test("five minutes after it started, a stolen session cannot change the account", async () => {
  const anna = await signUp(server());
  await forgetProof(server(), anna);
  expect(await moveNumber(anna)).toMatchObject(needsProof);
  const { client } = anna;
  expect(await client.ask(changePassword, { body: { password } })).toMatchObject(needsProof);
  expect(await client.ask(changeEmail, { body: { email: "thief@example.com" } })).toMatchObject(needsProof);
  expect(await client.ask(removeEmail)).toMatchObject(needsProof);
  expect(await client.ask(signOutElsewhere)).toMatchObject(needsProof);
  const kept = { phoneNumber: anna.phoneNumber, email: null, hasPassword: false };
  expect(await client.call(getAccount)).toMatchObject(kept);
});

test("a code to the account's number is a fresh proof for five minutes", async () => {
  const anna = await signUp(server());
  await forgetProof(server(), anna);
  await anna.client.call(requestVerification, { body: { phoneNumber: anna.phoneNumber } });
  const code = codeFor(server(), anna.phoneNumber);
  await anna.client.call(proveAgain, { body: { code } });
  expect((await anna.client.ask(changePassword, { body: { password } })).status).toBe(204);
  server().clock.advance(5 * minuteMs);
  expect(await anna.client.ask(removeEmail)).toMatchObject(needsProof);
  expect((await anna.client.ask(proveAgain, { body: { code } })).status).toBe(400);
});

test("a code to any other number proves nothing", async () => {
  const anna = await signUp(server());
  await forgetProof(server(), anna);
  const phoneNumber = newPhoneNumber();
  await anna.client.call(requestVerification, { body: { phoneNumber } });
  const body = { code: codeFor(server(), phoneNumber) };
  expect((await anna.client.ask(proveAgain, { body })).status).toBe(400);
  expect(await anna.client.ask(removeEmail)).toMatchObject(needsProof);
});

test("the password is a fresh proof too, with a limited number of tries", async () => {
  const anna = await signUp(server());
  await anna.client.call(changePassword, { body: { password } });
  await forgetProof(server(), anna);
  const message = "That's not your password. Please check it.";
  const wrong = await anna.client.ask(proveAgain, { body: { password: "a guess" } });
  expect(wrong).toMatchObject({ status: 400, body: { message, fields: { password: message } } });
  await anna.client.call(proveAgain, { body: { password } });
  expect((await anna.client.ask(removeEmail)).status).toBe(204);
  for (const status of [400, 400, 400, 429]) {
    expect((await anna.client.ask(proveAgain, { body: { password: "a guess" } })).status).toBe(status);
  }
});

test("a person without a phone number and a password is asked to sign in again", async () => {
  const anna = await signUp(server());
  const people = server().database.kysely.updateTable("people");
  await people.set({ phone_number: null, password_hash: null }).where("id", "=", anna.id).execute();
  const { status, body } = await anna.client.ask(proveAgain, { body: { code: "123456" } });
  expect(status).toBe(404);
  expect(body).toMatchObject({
    message: "We can't send you a code. Please sign in again instead.",
  });
});

test("a new number is reported to the old one and to the e-mail address, and the link undoes it", async () => {
  const anna = await signUp(server());
  await setEmail(anna, "anna.new@example.com");
  const phoneNumber = newPhoneNumber();
  expect((await moveNumber(anna, phoneNumber)).status).toBe(204);
  expect(textTo(anna.phoneNumber)).toMatch(
    /^Your Porchlight phone number was changed\. Wasn't you\? Undo it within 7 days: http/,
  );
  const token = undoIn(textTo(anna.phoneNumber));
  expect(undoIn(emailTo("anna.new@example.com"))).toBe(token);
  server().clock.advance(7 * dayMs - 1000);
  const change = await stranger().call(getAccountChange, { params: { token } });
  expect(change).toMatchObject({ kind: "phone-number", isUndone: false });

  expect(await undo(token)).toMatchObject({ status: 200, body: { isUndone: true } });
  expect((await anna.client.ask(getStatus)).status).toBe(401);
  const owner = await provePhone(server(), stranger(), anna.phoneNumber);
  expect(owner.user?.id).toBe(anna.id);
  expect((await provePhone(server(), stranger(), phoneNumber)).token).toBeUndefined();
});

test("pressing the link twice at once undoes the change once, and both answers say so", async () => {
  const anna = await signUp(server());
  await moveNumber(anna);
  const token = undoIn(textTo(anna.phoneNumber));
  const answers = await Promise.all(Array.from({ length: 5 }, () => undo(token)));
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
  expect(answers.every(({ body }) => body.isUndone)).toBe(true);
});

test("undoing a first proven number brings back the number that the family calls", async () => {
  const [email, callNumber, phoneNumber] = ["rose.calls@example.com", newPhoneNumber(), newPhoneNumber()];
  const rose = await signUpByEmail(server(), { name: "Rose", email, callNumber });
  const ben = await join(server(), rose, "child", "Ben");
  const called = async () => (await ben.client.call(getFamily)).members[0]?.phoneNumber;
  expect((await moveNumber(rose, phoneNumber)).status).toBe(204);
  expect(await rose.client.call(getAccount)).toMatchObject({ phoneNumber, callNumber: null });
  expect(await called()).toBe(phoneNumber);
  expect((await undo(undoIn(emailTo(email)))).status).toBe(200);
  expect(await called()).toBe(callNumber);
});

test("a message about a change that did not leave is sent when the provider is back", async () => {
  const anna = await signUp(server());
  const sms = vi.spyOn(server().world.senders, "sms");
  sms.mockRejectedValue(new SendError("unknown", "no answer"));
  await anna.client.call(changePassword, { body: { password } });
  expect(sms).toHaveBeenCalledTimes(1);
  sms.mockRestore();
  server().outbox.length = 0;
  server().clock.advance(6_001);
  await sendMessages(server().world);
  expect(undoIn(textTo(anna.phoneNumber))).not.toBe("none");
});

test("undoing one change undoes all changes of the same session, and all later ones", async () => {
  const anna = await signUp(server());
  await setEmail(anna, "anna.before@example.com");
  await forgetProof(server(), anna);
  const thief = await provePhone(server(), stranger(), anna.phoneNumber);
  const client = new Client(server().url, thief.token);
  await client.call(changePassword, { body: { password } });
  const stolen = { ...anna, client };
  await setEmail(stolen, "thief@example.com");
  const phoneNumber = newPhoneNumber();
  await moveNumber(stolen, phoneNumber);

  expect((await undo(undoIn(textTo(anna.phoneNumber)))).status).toBe(200);
  const body = { username: anna.phoneNumber, password };
  expect((await stranger().ask(login, { body })).status).toBe(401);
  server().clock.advance(300_000);
  const owner = new Client(server().url, (await provePhone(server(), stranger(), anna.phoneNumber)).token);
  const account = { phoneNumber: anna.phoneNumber, email: "anna.before@example.com", hasPassword: false };
  expect(await owner.call(getAccount)).toMatchObject(account);
});

test("a link works for seven days, and a made-up one never works", async () => {
  const anna = await signUp(server());
  await moveNumber(anna);
  const token = undoIn(textTo(anna.phoneNumber));
  expect((await undo("AAAAAQAAAAHhIIiLbCPxiphMd08")).status).toBe(410);
  server().clock.advance(7 * dayMs);
  const { status, body } = await undo(token);
  expect(status).toBe(410);
  expect(body).toMatchObject({ message: "This link has expired." });
});

test("ten account changes a day are the most", async () => {
  const anna = await signUp(server());
  const change = async () => {
    await addEmail(server(), anna);
    return (await anna.client.ask(removeEmail)).status;
  };
  for (let turn = 0; turn < 10; turn++) expect(await change()).toBe(204);
  expect(await change()).toBe(429);
});

test("a change stands when its message cannot be sent", async () => {
  const anna = await signUp(server());
  await anna.client.call(requestVerification, { body: { phoneNumber: "+16145559977" } });
  const body = { phoneNumber: "+16145559977", code: codeFor(server(), "+16145559977") };
  vi.spyOn(server().world.senders, "sms").mockRejectedValueOnce(new Error("down"));
  expect((await anna.client.ask(changePhoneNumber, { body })).status).toBe(204);
});
