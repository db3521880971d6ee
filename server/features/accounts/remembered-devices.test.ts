import { expect, test } from "vitest";
import {
  changeNames,
  changePassword,
  getAccount,
  signOutDevice,
  signOutElsewhere,
} from "#contract/accounts/accounts.ts";
import { login, logout, requestVerification, verifyCode } from "#contract/accounts/sign-in.ts";
import { Client } from "#tests/support/client.ts";
import {
  codeFor,
  newPhoneNumber,
  type Person,
  password,
  proveFreshly,
  provePhone,
  signUp,
} from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer({
  env: { TRUSTED_PROXIES: "127.0.0.1" },
  limits: { loginsPerAccount: 2, loginsPerIp: 50 },
});

const chosen = "a kettle on the stove";

let lastAddress = 0;
function newAddress() {
  lastAddress += 1;
  return { "x-forwarded-for": `203.0.113.${lastAddress}` };
}

/** A stranger with another browser and another address. */
const askAsStranger = (phoneNumber: string) =>
  new Client(server().url).ask(requestVerification, { body: { phoneNumber }, headers: newAddress() });

const tryAs = (username: string, typed: string, client = new Client(server().url), headers = newAddress()) =>
  client.ask(login, { body: { username, password: typed }, headers });

/** Signs in by password on another device, and signs out again. */
async function onceSignedIn(person: Person): Promise<Client> {
  const device = new Client(server().url);
  const { token } = await device.call(login, { body: { username: person.phoneNumber, password } });
  device.token = token;
  await device.call(logout);
  device.token = undefined;
  return device;
}

test("a stranger's code does not invalidate the owner's code", async () => {
  const [owner, phoneNumber] = [new Client(server().url), newPhoneNumber()];
  await owner.call(requestVerification, { body: { phoneNumber } });
  const code = codeFor(server(), phoneNumber);
  server().clock.advance(30_000);
  expect((await askAsStranger(phoneNumber)).status).toBe(200);
  expect((await owner.ask(verifyCode, { body: { phoneNumber, code } })).status).toBe(200);
});

test("after a stranger's forty tries from forty addresses the owner's device still gets a code that works", async () => {
  const anna = await signUp(server(), { name: "Anna Codes" });
  const device = await onceSignedIn(anna);
  const statuses = [];
  for (let turn = 0; turn < 40; turn++) {
    statuses.push((await askAsStranger(anna.phoneNumber)).status);
    server().clock.advance(240_000);
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(10);
  expect((await provePhone(server(), device, anna.phoneNumber)).token).toBeDefined();
});

test("a remembered device waits only for its own codes, and gets ten a day", async () => {
  const ben = await signUp(server(), { name: "Ben Codes" });
  const device = await onceSignedIn(ben);
  const ask = () => device.ask(requestVerification, { body: { phoneNumber: ben.phoneNumber } });
  for (let turn = 0; turn < 10; turn++) {
    expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(429);
    server().clock.advance(240_000);
  }
  expect((await ask()).status).toBe(429);
});

test("a remembered device gets no extra codes for other people's numbers", async () => {
  const carla = await signUp(server(), { name: "Carla Codes" });
  const device = await onceSignedIn(carla);
  const phoneNumber = newPhoneNumber();
  await askAsStranger(phoneNumber);
  expect((await device.ask(requestVerification, { body: { phoneNumber } })).status).toBe(429);
});

test("wrong passwords from elsewhere lock out neither the owner's device nor another address", async () => {
  const dora = await signUp(server(), { name: "Dora Locked" });
  const device = await onceSignedIn(dora);
  const stranger = newAddress();
  for (const status of [401, 401, 429]) {
    expect((await tryAs(dora.phoneNumber, "wrong one", undefined, stranger)).status).toBe(status);
  }
  expect((await tryAs(dora.phoneNumber, password)).status).toBe(200);
  expect((await tryAs(dora.phoneNumber, password, device, stranger)).status).toBe(200);
});

test("all addresses together have ten times as many tries, and the owner's device is not affected", async () => {
  const eva = await signUp(server(), { name: "Eva Locked" });
  const device = await onceSignedIn(eva);
  const tries = Array.from({ length: 25 }, () => tryAs(eva.phoneNumber, "wrong one"));
  const statuses = (await Promise.all(tries)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(20);
  expect((await tryAs(eva.phoneNumber, password)).status).toBe(429);
  expect((await tryAs(eva.phoneNumber, password, device)).status).toBe(200);
  expect((await provePhone(server(), new Client(server().url), eva.phoneNumber)).token).toBeDefined();
});

test("wrong passwords on a remembered device count for that device", async () => {
  const finn = await signUp(server(), { name: "Finn Locked" });
  const [device, other] = [await onceSignedIn(finn), await onceSignedIn(finn)];
  for (const status of [401, 401, 429]) {
    expect((await tryAs(finn.phoneNumber, "wrong one", device)).status).toBe(status);
  }
  expect((await tryAs(finn.phoneNumber, password, other)).status).toBe(200);
});

/** Adds somebody whose password tells them apart from others with the same name. */
async function withOwnPassword(name: string): Promise<Person> {
  const person = await signUp(server(), { name });
  await person.client.call(changePassword, { body: { password: chosen } });
  return person;
}

test("taking the same name does not break signing in by name", async () => {
  const gina = await withOwnPassword("Gina Named");
  const stranger = await signUp(server(), { name: "Stranger" });
  await stranger.client.call(changeNames, { body: { username: "gina named" } });
  const { status, body } = await tryAs("Gina Named", chosen);
  expect(status).toBe(200);
  const client = new Client(server().url, body.token);
  expect(await client.call(getAccount)).toMatchObject({ phoneNumber: gina.phoneNumber });
  expect((await tryAs("Gina Named", "wrong one")).status).toBe(401);
});

test("an older account that takes a name comes after those who had it before, however many there are", async () => {
  const older = [];
  for (let count = 0; count < 4; count++) older.push(await signUp(server(), { name: `Older ${count}` }));
  await withOwnPassword("Hana Named");
  server().clock.advance(1_000);
  for (const { client } of older) await client.call(changeNames, { body: { username: "Hana Named" } });
  expect((await tryAs("Hana Named", chosen)).status).toBe(200);
});

test("the device decides between two people with the same name and password", async () => {
  await signUp(server(), { name: "Ida Twin" });
  const second = await signUp(server(), { name: "Ida Twin" });
  expect((await tryAs("Ida Twin", password)).status).toBe(401);
  const { status, body } = await tryAs("Ida Twin", password, await onceSignedIn(second));
  expect(status).toBe(200);
  const client = new Client(server().url, body.token);
  expect(await client.call(getAccount)).toMatchObject({ phoneNumber: second.phoneNumber });
});

const isRemembered = async ({ phoneNumber }: Person, device: Client): Promise<boolean> => {
  await askAsStranger(phoneNumber);
  return (await device.ask(requestVerification, { body: { phoneNumber } })).status === 200;
};

test("signing a device out from elsewhere also forgets it; signing out on it does not", async () => {
  const jana = await signUp(server(), { name: "Jana Forgets" });
  const signedIn = async () => {
    const device = new Client(server().url);
    device.token = (await device.call(login, { body: { username: jana.phoneNumber, password } })).token;
    return device;
  };
  const [mine, one, other, before] = [
    await signedIn(),
    await signedIn(),
    await signedIn(),
    await onceSignedIn(jana),
  ];
  const { devices } = await one.call(getAccount);
  const id = devices.find(({ isThisOne }) => isThisOne)?.id ?? 0;
  await proveFreshly(server(), jana);
  await mine.call(signOutDevice, { params: { id } });
  expect(await isRemembered(jana, one)).toBe(false);
  expect(await isRemembered(jana, before)).toBe(true);
  await mine.call(signOutElsewhere);
  server().clock.advance(300_000);
  expect(await isRemembered(jana, other)).toBe(false);
  server().clock.advance(300_000);
  expect(await isRemembered(jana, before)).toBe(false);
  server().clock.advance(300_000);
  expect(await isRemembered(jana, mine)).toBe(true);
});

test("the twenty devices on which a person signed in last are remembered", async () => {
  const lena = await signUp(server(), { name: "Lena Devices" });
  const signIn = async (device: Client) => {
    expect((await tryAs(lena.phoneNumber, password, device)).status).toBe(200);
    server().clock.advance(1_000);
  };
  const device = () => new Client(server().url);
  const [first, second] = [device(), device()];
  await signIn(first);
  await signIn(second);
  for (let count = 2; count < 20; count++) await signIn(device());
  await signIn(first);
  await signIn(device());
  expect(await isRemembered(lena, first)).toBe(true);
  server().clock.advance(300_000);
  expect(await isRemembered(lena, second)).toBe(false);
});

test("the cookie of a device lasts 400 days, and the database holds only its hash", async () => {
  const kurt = await signUp(server(), { name: "Kurt Cookie" });
  const body = { username: kurt.phoneNumber, password };
  const { headers } = await new Client(server().url).ask(login, { body });
  const cookie = headers.getSetCookie().find((each) => each.startsWith("porchlight_device")) ?? "";
  expect(cookie).toMatch(/^porchlight_device=[\w-]{22}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/);
  const rows = await server().database.kysely.selectFrom("remembered_devices").selectAll().execute();
  const secret = cookie.match(/=([\w-]{22})/)?.[1] ?? "";
  expect(rows.length).toBeGreaterThan(0);
  for (const { device_hash } of rows) expect(device_hash.toString("latin1")).not.toContain(secret);
});
