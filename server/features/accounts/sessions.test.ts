import { expect, test } from "vitest";
import { getAccount, signOutDevice, signOutElsewhere } from "#contract/accounts/accounts.ts";
import { getStatus, logout } from "#contract/accounts/sign-in.ts";
import { dayMs } from "#contract/durations.ts";
import { Client } from "#tests/support/client.ts";
import { type Person, proveFreshly, provePhone, signUp } from "#tests/support/people.ts";
import { startServer, useServer } from "#tests/support/server.ts";
import { deviceName } from "./sessions.ts";

const server = useServer();
const days = (count: number) => server().clock.advance(count * dayMs);

async function onAnotherDevice(person: Person): Promise<Client> {
  server().clock.advance(300_000);
  const client = new Client(server().url);
  const { token } = await provePhone(server(), client, person.phoneNumber);
  client.token = token;
  return client;
}

const isIn = async (client: Client) => (await client.ask(getStatus)).status === 200;

test("signing out ends the session on the server and deletes the cookie", async () => {
  const { client } = await signUp(server());
  const { status, headers } = await client.ask(logout);
  expect(status).toBe(204);
  expect(headers.get("set-cookie")).toMatch(/^porchlight_session=; Max-Age=0; Path=\//);
  expect(await isIn(client)).toBe(false);
});

test("signing out ends the live connections of that device at once", async () => {
  const { client } = await signUp(server());
  const stream = await client.fetch("GET", "/api/live");
  expect(stream.status).toBe(200);
  await client.call(logout);
  const whole = await stream.text();
  expect(whole).not.toContain("event: everything");
});

test("over https the cookies are sent encrypted only, and only this host can set them", async () => {
  const encrypted = await startServer({ env: { PUBLIC_URL: "https://porchlight.example", SANDBOX: "on" } });
  try {
    const anna = await signUp(encrypted);
    const { headers } = await anna.client.ask(logout);
    expect(headers.get("set-cookie")).toMatch(/^__Host-porchlight_session=; .*Path=\/; .*Secure/);
  } finally {
    await encrypted.stop();
  }
});

test("reads accept the cookie, writes need the bearer token", async () => {
  const { client } = await signUp(server());
  client.token = undefined;
  expect(await isIn(client)).toBe(true);
  expect((await client.ask(logout)).status).toBe(401);
});

test("a grandparent stays signed in for 180 days after the last visit, others for 30", async () => {
  const rose = await signUp(server(), { name: "Rose", role: "grandparent" });
  const anna = await signUp(server());
  days(29);
  expect(await isIn(anna.client)).toBe(true);
  days(29);
  expect(await isIn(anna.client)).toBe(true);
  days(30);
  expect(await isIn(anna.client)).toBe(false);
  expect(await isIn(rose.client)).toBe(true);
  days(179);
  expect(await isIn(rose.client)).toBe(true);
  days(180);
  expect(await isIn(rose.client)).toBe(false);
});

test("people see their own devices and can sign out on each", async () => {
  const anna = await signUp(server());
  const phone = await onAnotherDevice(anna);
  const { devices } = await anna.client.call(getAccount);
  expect(devices.map(({ isThisOne }) => isThisOne)).toEqual([false, true]);
  const id = devices[0]?.id ?? 0;

  const stranger = await signUp(server());
  expect((await stranger.client.ask(signOutDevice, { params: { id } })).status).toBe(404);
  expect(await isIn(phone)).toBe(true);

  await proveFreshly(server(), anna);
  await anna.client.call(signOutDevice, { params: { id } });
  expect(await isIn(phone)).toBe(false);
  expect((await anna.client.ask(signOutDevice, { params: { id } })).status).toBe(404);
  expect(await isIn(anna.client)).toBe(true);
});

test("signing out everywhere else affects neither this device nor other people", async () => {
  const anna = await signUp(server());
  const others = [await onAnotherDevice(anna), await onAnotherDevice(anna)];
  const stranger = await signUp(server());
  await proveFreshly(server(), anna);
  await anna.client.call(signOutElsewhere);
  expect(await Promise.all(others.map(isIn))).toEqual([false, false]);
  expect(await isIn(anna.client)).toBe(true);
  expect(await isIn(stranger.client)).toBe(true);
});

test("expired sessions are deleted when somebody signs in", async () => {
  const anna = await signUp(server());
  days(31);
  await signUp(server());
  const left = server().database.kysely.selectFrom("sessions").select("id").where("person_id", "=", anna.id);
  expect(await left.execute()).toEqual([]);
});

const chromium = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0";

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chromium} Safari/537.36`, "Chrome on Windows"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chromium} Safari/537.36 Edg/142.0.0.0`, "Edge on Windows"],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chromium} Safari/537.36`, "Chrome on Chromebook"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/18.6 Mobile Safari/604.1",
    "Safari on iPhone",
  ],
  [
    "Mozilla/5.0 (Linux; Android 14; SM-X210) AppleWebKit/537.36 SamsungBrowser/28.0 Chrome/130.0 Safari/537.36",
    "Samsung Internet on Android",
  ],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Mac"],
  ["curl/8.0", "A browser"],
])("%s gets a plain name", (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});
