import { expect, test } from "vitest";
import { changeNames, changePassword } from "#contract/accounts/accounts.ts";
import { getStatus, login } from "#contract/accounts/sign-in.ts";
import { minuteMs } from "#contract/durations.ts";
import { readConfig } from "#server/platform/config/config.ts";
import { Client } from "#tests/support/client.ts";
import { newPhoneNumber, type Person, password, signUp, signUpByPhone } from "#tests/support/people.ts";
import { startServer, useServer } from "#tests/support/server.ts";

const maxAttempts = 3;
const server = useServer({ limits: { loginsPerAccount: maxAttempts } });
const { passwordCost } = readConfig({});

const chosen = "a kettle on the stove";
const choosePassword = ({ client }: Person) => client.call(changePassword, { body: { password: chosen } });

const attempt = (username: string, typed = password, client = new Client(server().url)) =>
  client.ask(login, { body: { username, password: typed } });

async function expectRefused(username: string, typed?: string): Promise<void> {
  const { status, body } = await attempt(username, typed);
  expect(status).toBe(401);
  expect(body).toEqual({ message: "Invalid credentials", code: "not-signed-in" });
}

test("people sign in with a username in any case, a phone number or an e-mail address", async () => {
  const anna = await signUp(server(), { name: "Anna Login" });
  const people = server().database.kysely.updateTable("people");
  await people.set({ email: "Anna@example.com" }).where("id", "=", anna.id).execute();
  const typed = [
    "Anna Login",
    " anna login",
    anna.phoneNumber,
    anna.phoneNumber.slice(2),
    "anna@EXAMPLE.com",
  ];
  for (const username of typed) {
    const { status, body } = await attempt(username);
    expect(status).toBe(200);
    const client = new Client(server().url);
    client.token = body.token;
    expect((await client.call(getStatus)).user).toMatchObject({ id: anna.id, familyId: anna.familyId });
  }
});

test.each([
  [
    "Rose O’Brien",
    ["Rose O'Brien", "rose o‘brien", "Rose  O’Brien", "ROSE O`BRIEN", "Rose\u00a0O\u2019Brien\u200b"],
  ],
  ["Rose O'Malley", ["Rose O’Malley"]],
  ["Zoë Login", ["Zoe\u0308 Login", "Ｚｏë Ｌｏｇｉｎ"]],
  ["Zoe\u0308 Early", ["Zoë Early", "zoe\u0308  early"]],
  ["Two  Spaces Login", ["Two Spaces Login", "Two  Spaces  Login"]],
  ["No\u00a0Break Login", ["No Break Login", "no\u00a0break\u00a0login"]],
  ["One Of Five  Words Login", ["One of five words login"]],
  ["D`Arcy  O’Neil de Quincey", ["D’Arcy O´Neil de Quincey"]],
  ["می‌خواهم", ["می‌خواهم"]],
])("%s signs in with the name in another spelling", async (name, spellings) => {
  const { id } = await signUp(server(), { name });
  for (const typed of [name, ...spellings]) {
    const { status, body } = await attempt(typed);
    expect([typed, status]).toEqual([typed, 200]);
    const client = new Client(server().url, body.token);
    expect((await client.call(getStatus)).user.id).toBe(id);
  }
});

test("people sign in with their number and e-mail address however they are written", async () => {
  const owner = await signUp(server(), { name: "Written Login" });
  const people = server().database.kysely.updateTable("people");
  await people
    .set({ phone_number: "+442079460777", email: "written@example.com" })
    .where("id", "=", owner.id)
    .execute();
  const typed = [
    "011 44 20 7946 0777",
    "0044 20 7946 0777",
    "tel:+442079460777",
    "+44 (0)20.7946.0777",
    "＋４４２０７９４６０７７７",
  ];
  for (const username of [...typed, "\u202a+44 20 7946\u20110777\u202c", " Written@Example.com\u200b"])
    expect([username, (await attempt(username)).status]).toEqual([username, 200]);
});

test("other spellings of a name do not give more tries at its password", async () => {
  await signUp(server(), { name: "Tess O’Tries" });
  const spellings = ["Tess O’Tries", "Tess O'Tries", "tess  o‘tries"];
  for (const typed of spellings) await expectRefused(typed, "something else");
  expect((await attempt("TESS O`TRIES", "something else")).status).toBe(429);
});

test("the password made at sign-up works like any other until another is chosen", async () => {
  const ben = await signUp(server(), { name: "Ben Login" });
  expect((await attempt("Ben Login")).status).toBe(200);
  await choosePassword(ben);
  await expectRefused("Ben Login");
  expect((await attempt("Ben Login", chosen)).status).toBe(200);
});

test("a wrong password and an unknown account are refused in the same words", async () => {
  await signUp(server(), { name: "Carla Login" });
  await expectRefused("Carla Login", "something else");
  await expectRefused("Nobody At All");
  await expectRefused("' or 1=1 --");
});

test("a username that several people share needs the phone number", async () => {
  const first = await signUp(server(), { name: "Twin Login" });
  await signUp(server(), { name: "Twin Login" });
  await expectRefused("Twin Login");
  expect((await attempt(first.phoneNumber)).status).toBe(200);
});

test("a stranger whose username is somebody's phone number cannot keep the owner out", async () => {
  const dora = await signUp(server(), { name: "Dora Login" });
  await choosePassword(dora);
  const stranger = await signUp(server(), { name: "Stranger Login" });
  await stranger.client.call(changeNames, { body: { username: dora.phoneNumber } });
  expect((await attempt(dora.phoneNumber, chosen)).status).toBe(200);
});

test("after too many wrong passwords in an hour a name is refused, known or not, until the hour is over", async () => {
  await signUp(server(), { name: "Eva Login" });
  for (const username of ["Eva Login", "Unknown Login"]) {
    for (let turn = 0; turn < maxAttempts; turn++) await expectRefused(username, "wrong one");
    server().clock.advance(50 * minuteMs);
    const { status, body, headers } = await attempt(username);
    expect(status).toBe(429);
    expect(body).toMatchObject({
      message: "Too many wrong passwords. Please try again in 10 minutes, or sign in with a code.",
    });
    expect(headers.get("retry-after")).toBe("600");
    server().clock.advance(10 * minuteMs);
  }
  expect((await attempt("Eva Login")).status).toBe(200);
});

test("fifty guesses at once are counted one by one", async () => {
  // At the cost of a real server, all fifty are under way together.
  const patient = await startServer({ limits: { loginsPerAccount: maxAttempts }, passwordCost });
  try {
    await choosePassword(await signUp(patient, { name: "Finn Login" }));
    const guess = () => attempt("Finn Login", "wrong one", new Client(patient.url));
    const answers = await Promise.all(Array.from({ length: 50 }, guess));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(maxAttempts);
  } finally {
    await patient.stop();
  }
});

test("a right password resets the count of wrong ones", async () => {
  await signUp(server(), { name: "Gina Login" });
  for (let turn = 0; turn < maxAttempts; turn++) {
    await expectRefused("Gina Login", "wrong one");
    expect((await attempt("Gina Login")).status).toBe(200);
  }
});

test("somebody of the same name does not reset the count by signing in with their own password", async () => {
  await choosePassword(await signUp(server(), { name: "Hugo Login" }));
  const namesake = await signUp(server(), { name: "Hugo Login" });
  const device = new Client(server().url);
  for (let turn = 1; turn < maxAttempts; turn++) await expectRefused("Hugo Login", "wrong one");
  const { status, body } = await attempt("Hugo Login", password, device);
  expect(status).toBe(200);
  expect((await new Client(server().url, body.token).call(getStatus)).user.id).toBe(namesake.id);
  expect((await attempt("Hugo Login", password, device)).status).toBe(200);
  await expectRefused("Hugo Login", "wrong one");
  expect((await attempt("Hugo Login", chosen)).status).toBe(429);
});

test("on a device of two people of the same name, neither resets the count of the other", async () => {
  const owner = await signUp(server(), { name: "Iris Login" });
  await choosePassword(owner);
  const namesake = await signUp(server(), { name: "Iris Login" });
  const device = new Client(server().url);
  await device.call(login, { body: { username: owner.phoneNumber, password: chosen } });
  await device.call(login, { body: { username: namesake.phoneNumber, password } });
  for (let turn = 1; turn < maxAttempts; turn++)
    expect((await attempt("Iris Login", "wrong one", device)).status).toBe(401);
  expect((await attempt("Iris Login", password, device)).status).toBe(200);
  expect((await attempt("Iris Login", "wrong one", device)).status).toBe(401);
  expect((await attempt("Iris Login", chosen, device)).status).toBe(429);
});

test("refusing an unknown account takes as much work as refusing a wrong password", async () => {
  const patient = await startServer({ limits: { loginsPerAccount: 1_000_000 }, passwordCost });
  const differences: number[] = [];
  try {
    const { phoneNumber } = await signUpByPhone(patient);
    const unknown = newPhoneNumber();
    const client = new Client(patient.url);
    const workFor = async (username: string) => {
      const before = process.cpuUsage();
      await client.ask(login, { body: { username, password: "wrong one" } });
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    };
    for (let turn = 0; turn < 20; turn++)
      differences.push((await workFor(phoneNumber)) - (await workFor(unknown)));
  } finally {
    await patient.stop();
  }
  // How long the same work takes depends on what else the machine does, so neighbors are compared.
  const median = differences.sort((a, b) => a - b)[differences.length >> 1] ?? 0;
  expect(Math.abs(median)).toBeLessThan(5);
}, 60_000);

test("one address has a limited number of sign-ins in five minutes", async () => {
  const small = await startServer({ limits: { loginsPerIp: 3 } });
  try {
    const client = new Client(small.url);
    for (const status of [401, 401, 401, 429]) {
      const body = { username: "Nobody", password: "wrong one" };
      expect((await client.ask(login, { body })).status).toBe(status);
    }
  } finally {
    await small.stop();
  }
});

test("a device has sign-ins of its own only for people who were signed in on it", async () => {
  const small = await startServer({ limits: { loginsPerIp: 3 } });
  try {
    await signUp(small, { name: "Mona Login" });
    const device = new Client(small.url);
    const signIn = (username: string) => device.ask(login, { body: { username, password } });
    expect((await signIn("Mona Login")).status).toBe(200);
    const statuses = [];
    for (const name of ["Nobody", "Somebody", "Anybody"]) statuses.push((await signIn(name)).status);
    expect(statuses).toEqual([401, 401, 429]);
    for (const status of [200, 200, 200, 429]) expect((await signIn("mona login")).status).toBe(status);
  } finally {
    await small.stop();
  }
});

test("by default, an account allows 25 tries an hour, and an address 25 tries in five minutes", () => {
  expect(readConfig({}).limits).toMatchObject({ loginsPerAccount: 25, loginsPerIp: 25 });
});
