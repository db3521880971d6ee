import { expect, test } from "vitest";
import { changePassword, getAccount, removeEmail } from "#contract/accounts/accounts.ts";
import { removePasskey, signInByPasskey, startPasskeySignIn } from "#contract/accounts/passkeys.ts";
import { getStatus } from "#contract/accounts/sign-in.ts";
import { minuteMs } from "#contract/durations.ts";
import { Client } from "#tests/support/client.ts";
import { forgetProof, type Person, signUp } from "#tests/support/people.ts";
import { startServer, useServer } from "#tests/support/server.ts";
import {
  askFromPage,
  newPasskeyOptions,
  signInOptions,
  signInWith,
  withPasskey,
} from "#tests/support/sign-in/passkeys.ts";

const server = useServer();

const expired = { status: 410, body: { message: "That took too long. Please try again." } };
const refused = { status: 400, body: { message: "That passkey didn't work. Please try again." } };
const unknown = {
  status: 404,
  body: { message: "Porchlight doesn't know this passkey. It was removed. Please sign in another way." },
};

const visitor = () => new Client(server().url);
const optionsFor = (client: Client) => signInOptions(server(), client);
const send = (client: Client, signed: unknown) => askFromPage(server(), client, signInByPasskey, signed);

async function ownerOfPasskey() {
  const anna = await signUp(server());
  return { anna, ...(await withPasskey(server(), anna)) };
}

test("a passkey signs its owner in like any other method: session, cookie, remembered device", async () => {
  const { anna, authenticator } = await ownerOfPasskey();
  const client = visitor();
  const { user } = await signInWith(server(), authenticator, client);
  expect(user).toMatchObject({ id: anna.id, familyId: anna.familyId, role: "admin" });
  expect((await client.call(getStatus)).user.id).toBe(anna.id);
  expect(client.cookieHeader).toMatch(/porchlight_session=[\w-]{22}/);
  const remembered = await server()
    .database.kysely.selectFrom("remembered_devices")
    .select("person_id")
    .where("person_id", "=", anna.id)
    .execute();
  expect(remembered).toHaveLength(1);
});

test("a sign-in by passkey is a fresh proof for five minutes", async () => {
  const { anna, authenticator } = await ownerOfPasskey();
  await forgetProof(server(), anna);
  const { client } = await signInWith(server(), authenticator);
  const body = { password: "a kettle on the stove" };
  expect((await client.ask(changePassword, { body })).status).toBe(204);
  expect((await client.call(getAccount)).hasPassword).toBe(true);
  server().clock.advance(5 * minuteMs);
  expect((await client.ask(removeEmail)).status).toBe(403);
});

test("a signature signs in once", async () => {
  const { authenticator } = await ownerOfPasskey();
  const client = visitor();
  const signed = authenticator.sign(await optionsFor(client));
  expect((await send(client, signed)).status).toBe(200);
  expect(await send(client, signed)).toMatchObject(expired);
});

test("if the same signature is sent twice at once, one request signs in", async () => {
  const { authenticator } = await ownerOfPasskey();
  const client = visitor();
  const signed = authenticator.sign(await optionsFor(client));
  const answers = await Promise.all([send(client, signed), send(client, signed)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
});

test("a challenge of another browser, one for adding a passkey, or one from five minutes ago signs nobody in", async () => {
  const { anna, authenticator } = await ownerOfPasskey();
  const client = visitor();
  const signed = authenticator.sign(await optionsFor(client));
  expect(await send(visitor(), signed)).toMatchObject(expired);
  const { challenge } = await newPasskeyOptions(server(), anna.client);
  const mixed = authenticator.sign({ ...(await optionsFor(anna.client)), challenge });
  expect(await send(anna.client, mixed)).toMatchObject(expired);
  const late = authenticator.sign(await optionsFor(client));
  server().clock.advance(5 * minuteMs);
  expect(await send(client, late)).toMatchObject(expired);
});

test.each([
  ["a page of another origin", { origin: "https://evil.example" }],
  ["another host name", { rpId: "evil.example" }],
  ["a device that was not unlocked for it", { isVerified: false }],
])("a signature from %s signs nobody in", async (_, habits) => {
  const { authenticator } = await ownerOfPasskey();
  const client = visitor();
  expect(await send(client, authenticator.sign(await optionsFor(client), habits))).toMatchObject(refused);
});

test("nobody signs in with another passkey's signature, or as somebody else", async () => {
  const { authenticator } = await ownerOfPasskey();
  const eve = await withPasskey(server(), await signUp(server(), { name: "Eve" }));
  const client = visitor();
  const signed = async (sign: typeof authenticator) => sign.sign(await optionsFor(client));
  const { id, userHandle } = await signed(authenticator);
  const forged = { ...(await signed(eve.authenticator)), id, userHandle };
  expect(await send(client, forged)).toMatchObject(refused);
  expect(await send(client, { ...(await signed(eve.authenticator)), userHandle })).toMatchObject(refused);
});

test("a removed passkey signs nobody in, and the message says why", async () => {
  const { anna, authenticator, passkey } = await ownerOfPasskey();
  const client = visitor();
  const begun = authenticator.sign(await optionsFor(client));
  await anna.client.call(removePasskey, { params: { id: passkey.id } });
  expect(await send(client, begun)).toMatchObject(unknown);
  expect(await send(client, authenticator.sign(await optionsFor(client)))).toMatchObject(unknown);
});

test("the counter has to go up, unless the device has none", async () => {
  const { authenticator } = await ownerOfPasskey();
  const client = visitor();
  const use = async (counter: number) =>
    (await send(client, authenticator.sign(await optionsFor(client), { counter }))).status;
  expect([await use(0), await use(0), await use(2), await use(2), await use(1), await use(3)]).toEqual([
    200, 200, 200, 400, 400, 200,
  ]);
});

test("at a numeric address the message says that passkeys do not work there", async () => {
  const anna: Person = await signUp(server());
  const message = "Passkeys don't work at this address. Please sign in another way.";
  const { status, body } = await anna.client.ask(startPasskeySignIn);
  expect({ status, body }).toMatchObject({ status: 400, body: { message } });
});

test("sign-ins are limited by address; a remembered device is not affected by others", async () => {
  const limited = await startServer({ limits: { loginsPerIp: 3 } });
  const { authenticator } = await withPasskey(limited, await signUp(limited));
  const { client: known } = await signInWith(limited, authenticator);
  const stranger = new Client(limited.url);
  for (const status of [200, 200, 429])
    expect((await askFromPage(limited, stranger, startPasskeySignIn)).status).toBe(status);
  expect((await askFromPage(limited, known, startPasskeySignIn)).status).toBe(200);
  await limited.stop();
});
