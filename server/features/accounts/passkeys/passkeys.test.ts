import { expect, test } from "vitest";
import { undoAccountChange } from "#contract/accounts/changes.ts";
import { addPasskey, listPasskeys, removePasskey, startPasskey } from "#contract/accounts/passkeys.ts";
import { getStatus } from "#contract/accounts/sign-in.ts";
import { minuteMs } from "#contract/durations.ts";
import { addEmail } from "#tests/support/channels.ts";
import { Client } from "#tests/support/client.ts";
import { dumpOf } from "#tests/support/database.ts";
import { forgetProof, type Person, proveFreshly, signUp } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";
import { Authenticator } from "#tests/support/sign-in/authenticator.ts";
import {
  addPasskeyRow,
  askFromPage,
  newPasskeyOptions,
  pageOf,
  signInOptions,
  signInWith,
  withPasskey,
} from "#tests/support/sign-in/passkeys.ts";

const server = useServer();

const needsProof = { status: 403, body: { code: "fresh-proof-needed" } };
const expired = { status: 410, body: { message: "That took too long. Please try again." } };
const refused = { status: 400, body: { message: "That passkey didn't work. Please try again." } };
const full = { status: 409, body: { message: "You already have 10 passkeys. Please remove one first." } };

const device = () => new Authenticator(pageOf(server()));
const ownOptions = ({ client }: Person) => newPasskeyOptions(server(), client);
const add = ({ client }: Person, made: unknown) => askFromPage(server(), client, addPasskey, made);
const passkeysOf = ({ client }: Person) => client.call(listPasskeys);
const textTo = (number: string) => server().outbox.findLast(({ to }) => to === number)?.text ?? "";
const emailTo = (email: string) => server().mailbox.findLast(({ to }) => to === email)?.text ?? "";
const undoIn = (text: string) => text.match(/\/account\/undo\?to=([\w-]+)/)?.[1] ?? "none";

test("a passkey is listed with the device it was made on, and when it was used", async () => {
  const anna = await signUp(server());
  const userAgent = "Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) Version/18.0 Safari/604.1";
  const headers = { origin: pageOf(server()), "user-agent": userAgent };
  const authenticator = device();
  const body = authenticator.make(await ownOptions(anna));
  const { status, body: added } = await anna.client.ask(addPasskey, { headers, body });
  expect(status).toBe(201);
  expect(added).toMatchObject({ name: "Safari on iPad", lastUsedAt: null });
  server().clock.advance(1_000);
  await signInWith(server(), authenticator);
  const lastUsedAt = server().clock.now().toISOString();
  expect(await passkeysOf(anna)).toEqual([{ ...added, lastUsedAt }]);
});

test("five minutes after its sign-in, a stolen session can neither add nor remove a passkey", async () => {
  const anna = await signUp(server());
  const { passkey } = await withPasskey(server(), anna);
  await forgetProof(server(), anna);
  expect(await askFromPage(server(), anna.client, startPasskey)).toMatchObject(needsProof);
  const params = { id: passkey.id };
  expect(await anna.client.ask(removePasskey, { params })).toMatchObject(needsProof);
  expect(await passkeysOf(anna)).toHaveLength(1);
  await proveFreshly(server(), anna);
  expect((await anna.client.ask(removePasskey, { params })).status).toBe(204);
  expect(await passkeysOf(anna)).toEqual([]);
});

test("a passkey that was started with a fresh proof can be finished after the proof has expired", async () => {
  const anna = await signUp(server());
  const made = device().make(await ownOptions(anna));
  await forgetProof(server(), anna);
  expect((await add(anna, made)).status).toBe(201);
});

test("a challenge adds one passkey, within five minutes", async () => {
  const anna = await signUp(server());
  const authenticator = device();
  const options = await ownOptions(anna);
  expect((await add(anna, authenticator.make(options))).status).toBe(201);
  expect(await add(anna, authenticator.make(options))).toMatchObject(expired);
  const late = authenticator.make(await ownOptions(anna));
  server().clock.advance(5 * minuteMs);
  expect(await add(anna, late)).toMatchObject(expired);
  expect(await passkeysOf(anna)).toHaveLength(1);
});

test("a challenge that fails once is used up", async () => {
  const anna = await signUp(server());
  const authenticator = device();
  const options = await ownOptions(anna);
  expect(await add(anna, authenticator.make(options, { isVerified: false }))).toMatchObject(refused);
  expect(await add(anna, authenticator.make(options))).toMatchObject(expired);
});

test("another person's challenge, another browser's, one for a sign-in, or a made-up one adds nothing", async () => {
  const [anna, eve] = [await signUp(server()), await signUp(server(), { name: "Eve" })];
  const authenticator = device();
  const ofEve = await ownOptions(eve);
  expect(await add(anna, authenticator.make(ofEve))).toMatchObject(expired);
  // Eve signs in with the browser that Anna's challenge belongs to.
  await ownOptions(anna);
  const shared = { ...anna, client: new Client(server().url, eve.client.token) };
  const inShared = await ownOptions(shared);
  shared.client.token = anna.client.token;
  expect(await add(shared, authenticator.make(inShared))).toMatchObject(expired);
  const elsewhere = { ...anna, client: new Client(server().url, anna.client.token) };
  expect(await add(elsewhere, authenticator.make(await ownOptions(anna)))).toMatchObject(expired);
  const options = await ownOptions(anna);
  const { challenge } = await signInOptions(server(), anna.client);
  expect(await add(anna, authenticator.make({ ...options, challenge }))).toMatchObject(expired);
  expect(await add(anna, authenticator.make({ ...options, challenge: "A".repeat(22) }))).toMatchObject(
    expired,
  );
  expect(await passkeysOf(anna)).toEqual([]);
});

test.each([
  ["of another page", { origin: "https://porchlight.example" }],
  ["of a page on another port", { origin: "http://localhost:3001" }],
  ["of another host name", { rpId: "porchlight.example" }],
  ["on a device that was not unlocked for it", { isVerified: false }],
])("a passkey %s is refused", async (_, habits) => {
  const anna = await signUp(server());
  expect(await add(anna, device().make(await ownOptions(anna), habits))).toMatchObject(refused);
  expect(await passkeysOf(anna)).toEqual([]);
});

test("an unreadable passkey is refused with a clear message", async () => {
  const anna = await signUp(server());
  const made = device().make(await ownOptions(anna));
  const unreadable = "We could not read that passkey. Please try again.";
  const { status, body } = await add(anna, { ...made, clientDataJSON: "AAAA" });
  expect({ status, body }).toMatchObject({ status: 400, body: { message: unreadable } });
  expect(await add(anna, { ...made, attestationObject: "AAAA" })).toMatchObject(refused);
});

test("a person has at most ten passkeys, even when the eleventh is made at the same time", async () => {
  const anna = await signUp(server());
  for (let count = 0; count < 9; count++) await addPasskeyRow(server(), anna);
  const clients = [anna, { ...anna, client: new Client(server().url, anna.client.token) }];
  const made = await Promise.all(clients.map(async (each) => device().make(await ownOptions(each))));
  const answers = await Promise.all(clients.map((each, index) => add(each, made[index])));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(answers.find(({ status }) => status === 409)).toMatchObject(full);
  expect(await askFromPage(server(), anna.client, startPasskey)).toMatchObject(full);
  expect(await passkeysOf(anna)).toHaveLength(10);
});

test("the same passkey is added once, and its device is told that it has one", async () => {
  const [anna, eve] = [await signUp(server()), await signUp(server(), { name: "Eve" })];
  const { authenticator } = await withPasskey(server(), anna);
  const options = await ownOptions(anna);
  const again = authenticator.offerAgain(options);
  expect(options.excludeCredentials.map(({ id }) => id)).toEqual([again.id]);
  const message = "This passkey has already been added.";
  expect(await add(anna, again)).toMatchObject({ status: 409, body: { message } });
  const byEve = authenticator.offerAgain(await ownOptions(eve));
  expect(await add(eve, byEve)).toMatchObject({ status: 409, body: { message } });
});

test("a new passkey is reported to the phone number and the e-mail address, and the link removes it", async () => {
  const anna = await signUp(server());
  await addEmail(server(), anna);
  const { authenticator } = await withPasskey(server(), anna);
  expect(textTo(anna.phoneNumber)).toMatch(
    /^A passkey was added to your Porchlight account\. Wasn't you\? Undo it within 7 days: http/,
  );
  const token = undoIn(textTo(anna.phoneNumber));
  expect(undoIn(emailTo(`person-${anna.id}@example.com`))).toBe(token);

  const undone = await new Client(server().url).ask(undoAccountChange, { params: { token } });
  expect(undone).toMatchObject({ status: 200, body: { kind: "passkey", isUndone: true } });
  expect((await anna.client.ask(getStatus)).status).toBe(401);
  await expect(signInWith(server(), authenticator)).rejects.toThrow("404");
});

test("undoing another change of the same session removes the passkey too", async () => {
  const anna = await signUp(server());
  await withPasskey(server(), anna);
  const token = undoIn(textTo(anna.phoneNumber));
  const { authenticator } = await withPasskey(server(), anna);
  await new Client(server().url).call(undoAccountChange, { params: { token } });
  await expect(signInWith(server(), authenticator)).rejects.toThrow("404");
});

test("no challenge and no browser's secret is in the database", async () => {
  const anna = await signUp(server());
  const { challenge } = await ownOptions(anna);
  const browser = anna.client.cookieHeader.match(/porchlight_passkey=([\w-]+)/)?.[1] ?? "";
  const dump = await dumpOf(server().database.kysely);
  for (const secret of [challenge, browser]) {
    expect(secret).toHaveLength(22);
    expect(dump).not.toContain(secret);
    expect(dump).not.toContain(Buffer.from(secret, "base64url").toString("hex"));
  }
});
