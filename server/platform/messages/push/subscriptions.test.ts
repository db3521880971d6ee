import { expect, test } from "vitest";
import { getAccount, signOutDevice } from "#contract/accounts/accounts.ts";
import { logout } from "#contract/accounts/sign-in.ts";
import { hourMs } from "#contract/durations.ts";
import {
  addPushSubscription,
  deletePushSubscription,
  getPushKey,
  listPushSubscriptions,
} from "#contract/messages.ts";
import { Client } from "#tests/support/client.ts";
import { openStream } from "#tests/support/live-stream.ts";
import { type Person, provePhone, reyesFamily, signUp } from "#tests/support/people.ts";
import { usePushService } from "#tests/support/push-service.ts";
import { production, startServer, useServer } from "#tests/support/server.ts";
import { vapidKeys } from "./vapid.ts";

const server = useServer({ limits: { smsPerPhonePerDay: 100 } });
const service = usePushService();

/** The same person on another device. */
async function anotherDevice({ phoneNumber }: Person): Promise<Client> {
  const client = new Client(server().url);
  const { token } = await provePhone(server(), client, phoneNumber);
  client.token = token;
  return client;
}
const browser = () => {
  const { endpoint, p256dh, auth } = service.subscription;
  return { endpoint, keys: { p256dh, auth } };
};
const subscribe = (client: Client, body: object = browser()) => client.ask(addPushSubscription, { body });
const list = (client: Client) => client.call(listPushSubscriptions);
const endpoints = async ({ id }: Person) => {
  const found = server().database.kysely.selectFrom("push_subscriptions").select("endpoint");
  return (await found.where("person_id", "=", id).orderBy("id").execute()).map(({ endpoint }) => endpoint);
};

test("everybody gets this server's public key, and reads whether this device gets messages", async () => {
  const anna = await signUp(server());
  const { publicKey } = vapidKeys(server().world.secrets);
  const answer = { publicKey, personId: anna.id, isKnown: false };
  expect(await anna.client.call(getPushKey)).toEqual(answer);
  await anna.client.call(addPushSubscription, { body: browser() });
  expect(await anna.client.call(getPushKey)).toEqual({ ...answer, isKnown: true });
  expect(await (await anotherDevice(anna)).call(getPushKey)).toEqual(answer);
});

test("a device gets messages until it is turned off, and each device lists the others", async () => {
  const anna = await signUp(server());
  const other = await anotherDevice(anna);
  const { status, body } = await subscribe(anna.client);
  await subscribe(other);
  expect(status).toBe(201);
  expect(body).toMatchObject({ deviceName: "A browser", provenAt: null, isThisOne: true });
  expect((await list(other)).map(({ isThisOne }) => isThisOne)).toEqual([true, false]);
  await other.call(deletePushSubscription, { params: { id: body.id } });
  expect(await list(anna.client)).toHaveLength(1);
});

test("messages turned off from another device stay off until they are turned on again on the device itself", async () => {
  const anna = await signUp(server());
  const other = await anotherDevice(anna);
  await subscribe(anna.client);
  const [{ id } = { id: 0 }] = await list(other);
  await other.call(deletePushSubscription, { params: { id } });
  expect((await subscribe(anna.client, { ...browser(), isRenewal: true })).status).toBe(409);
  expect(await list(anna.client)).toEqual([]);
  expect((await subscribe(other, { ...browser(), isRenewal: true })).status).toBe(201);
  expect((await subscribe(anna.client)).status).toBe(201);
  expect((await subscribe(anna.client, { ...browser(), isRenewal: true })).status).toBe(201);
});

test("signing out on a device ends its messages, even from another device", async () => {
  const anna = await signUp(server());
  const [second, third] = [await anotherDevice(anna), await anotherDevice(anna)];
  for (const client of [anna.client, second, third]) await subscribe(client);
  const { devices } = await third.call(getAccount);
  const id = devices.find(({ isThisOne }) => isThisOne)?.id ?? 0;
  await second.call(logout);
  await anna.client.call(signOutDevice, { params: { id } });
  expect(await list(anna.client)).toMatchObject([{ isThisOne: true }]);
  expect(await endpoints(anna)).toHaveLength(1);
});

test("a browser has one subscription: a new one replaces the old one", async () => {
  const anna = await signUp(server());
  const [first, second] = [browser(), browser()];
  await subscribe(anna.client, first);
  await subscribe(anna.client, second);
  await subscribe(await anotherDevice(anna), { ...browser(), replaces: second.endpoint });
  expect(await endpoints(anna)).toEqual([expect.not.stringMatching(`${first.endpoint}|${second.endpoint}$`)]);
});

test("the ten newest devices of a person get messages", async () => {
  const anna = await signUp(server());
  const own = browser();
  await subscribe(anna.client, own);
  for (let count = 0; count < 10; count++) {
    server().clock.advance(1000);
    await subscribe(await anotherDevice(anna));
    server().clock.advance(hourMs);
  }
  expect(await endpoints(anna)).toHaveLength(10);
  expect(await endpoints(anna)).not.toContain(own.endpoint);
});

test("a person who signs in on somebody else's browser gets messages there, and the other person no longer does", async () => {
  const [anna, carla] = [await signUp(server()), await signUp(server())];
  const shared = browser();
  await subscribe(anna.client, shared);
  await subscribe(carla.client, shared);
  expect([await endpoints(anna), await endpoints(carla)]).toEqual([[], [shared.endpoint]]);
});

test("the family of somebody whose only device is another person's now hears about it, and is checked at once", async () => {
  const { anna, ben } = await reyesFamily(server());
  const carla = await signUp(server());
  const shared = browser();
  await subscribe(anna.client, shared);
  await server()
    .database.kysely.updateTable("family_reachability")
    .set({ check_at: new Date(server().clock.now().getTime() + hourMs) })
    .execute();
  const screen = await openStream(ben.client);
  await subscribe(carla.client, shared);
  await expect.poll(() => screen.heard).toContain("reachability");
  const due = server()
    .database.kysely.selectFrom("family_reachability")
    .select("family_id")
    .where("check_at", "<=", server().clock.now());
  expect(await due.execute()).toContainEqual({ family_id: anna.familyId });
});

test("an address that is not a push service is refused, and in production so is loopback", async () => {
  const { client } = await signUp(server());
  const wrong = ["https://evil.example/x", "http://10.0.0.1/x", "https://fcm.googleapis.com:22/x", "x"];
  for (const endpoint of wrong)
    expect((await subscribe(client, { ...browser(), endpoint })).status).toBe(400);
  const real = await startServer({ env: production });
  try {
    const dora = await signUp(real);
    expect((await subscribe(dora.client)).status).toBe(400);
    const endpoint = "https://fcm.googleapis.com/fcm/send/dora";
    expect((await subscribe(dora.client, { ...browser(), endpoint })).status).toBe(201);
  } finally {
    await real.stop();
  }
});

test("invalid keys are refused", async () => {
  const { client } = await signUp(server());
  for (const keys of [{ p256dh: "short", auth: "short" }, { p256dh: "" }, {}])
    expect((await subscribe(client, { ...browser(), keys })).status).toBe(400);
});
