import { randomInt } from "node:crypto";
import { expect, test } from "vitest";
import { changePassword, getAccount } from "#contract/accounts/accounts.ts";
import { undoAccountChange } from "#contract/accounts/changes.ts";
import { getStatus } from "#contract/accounts/sign-in.ts";
import { makeSignInCode, signInByCode } from "#contract/accounts/sign-in-codes.ts";
import { listActivity } from "#contract/activity.ts";
import { minuteMs } from "#contract/durations.ts";
import { changeRole, openFamily, removeMember } from "#contract/families.ts";
import { acceptInvitation } from "#contract/invitations.ts";
import { fingerprint } from "#server/platform/secrets.ts";
import { addEmail } from "#tests/support/channels.ts";
import { Client } from "#tests/support/client.ts";
import {
  forgetProof,
  invite,
  join,
  type Person,
  proveFreshly,
  reyesFamily,
  signUp,
} from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer({ env: { TRUSTED_PROXIES: "127.0.0.1" } });

const minutes = (count: number) => server().clock.advance(count * minuteMs);
const make = ({ client }: Person, { id }: Person) => client.ask(makeSignInCode, { params: { id } });

/** Makes a sign-in code, after the admin has proved who they are. */
async function newCode(admin: Person, person: Person): Promise<string> {
  await proveFreshly(server(), admin);
  const { status, body } = await make(admin, person);
  expect(status).toBe(201);
  return body.code;
}

let lastAddress = 0;
const newAddress = () => `10.1.${++lastAddress >> 8}.${lastAddress & 255}`;
const use = (code: string, client = new Client(server().url), address = newAddress()) =>
  client.ask(signInByCode, { body: { code }, headers: { "x-forwarded-for": address } });

const wrong = "That code doesn't work or has expired. Please check it, or ask for a new one.";

/** Signs the person in on a new tablet. */
async function onTablet(anna: Person, person: Person): Promise<Client> {
  const code = await newCode(anna, person);
  const tablet = new Client(server().url);
  tablet.token = (await use(code, tablet)).body.token;
  return tablet;
}

test("an admin makes a code of eight characters that cannot be confused, and it signs the member in", async () => {
  const { anna, rose } = await reyesFamily(server());
  const { status, body } = await make(anna, rose);
  expect(status).toBe(201);
  expect(body.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
  expect(Date.parse(body.expiresAt) - server().clock.now().getTime()).toBe(10 * minuteMs);
  const tablet = new Client(server().url);
  const used = await use(body.code, tablet);
  expect(used.body.user).toMatchObject({ id: rose.id, role: "grandparent", familyId: rose.familyId });
  tablet.token = used.body.token;
  expect((await tablet.call(getStatus)).user.id).toBe(rose.id);
});

test("a code may be typed in small letters, in groups, and with letters that look like digits", async () => {
  const { anna, rose } = await reyesFamily(server());
  const code = await newCode(anna, rose);
  const typed = code.toLowerCase().replaceAll("0", "o").replaceAll("1", "l");
  expect((await use(`${typed.slice(0, 4)} - ${typed.slice(4)}`)).status).toBe(200);
});

test("a code works once, for ten minutes, and a new one invalidates it", async () => {
  const { anna, rose } = await reyesFamily(server());
  const first = await newCode(anna, rose);
  const second = await newCode(anna, rose);
  expect(await use(first)).toMatchObject({ status: 400, body: { message: wrong, fields: { code: wrong } } });
  minutes(9.9);
  expect((await use(second)).status).toBe(200);
  expect((await use(second)).status).toBe(400);
  const late = await newCode(anna, rose);
  minutes(10);
  expect((await use(late)).status).toBe(400);
});

test("when twenty tablets use one code at once, one is signed in", async () => {
  const { anna, rose } = await reyesFamily(server());
  const code = await newCode(anna, rose);
  const answers = await Promise.all(Array.from({ length: 20 }, () => use(code)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test.each(["ABCD", "ABCD-EFGU", "ABCD EFGH J", ""])("%j is refused before it is compared", async (code) => {
  const message = "The code has 8 letters and numbers. Please check it.";
  expect(await use(code)).toMatchObject({ status: 400, body: { fields: { code: message } } });
});

test("nobody can sign in an admin, themselves or a stranger, and only an admin can sign anybody in", async () => {
  const { anna, ben, rose } = await reyesFamily(server());
  const admin = await join(server(), anna, "admin", "Carla");
  const message = "Co-Administrators can only sign in themselves.";
  expect(await make(anna, admin)).toMatchObject({ status: 403, body: { message } });
  expect(await make(anna, anna)).toMatchObject({ status: 403, body: { message } });
  expect((await make(ben, rose)).status).toBe(403);
  expect((await make(rose, ben)).status).toBe(403);
  expect((await make(anna, await signUp(server()))).status).toBe(404);
  expect((await make(anna, ben)).status).toBe(201);
});

test("nobody gets into another family by signing in somebody who is in both", async () => {
  const { anna, rose } = await reyesFamily(server());
  const stone = await signUp(server(), { name: "Carla Stone" });
  const inviteCode = await invite(stone, "grandparent");
  await rose.client.call(acceptInvitation, { body: { inviteCode } });
  const message = "Rose is in another family too, so only they can sign in.";
  expect(await make(anna, rose)).toMatchObject({ status: 403, body: { message } });
  const annasCode = await invite(stone, "admin", "Anna");
  await anna.client.call(acceptInvitation, { body: { inviteCode: annasCode } });
  await anna.client.call(openFamily, { body: { familyId: rose.familyId } });
  const tablet = await onTablet(anna, rose);
  expect((await tablet.call(getStatus)).user.familyId).toBe(rose.familyId);
});

test("a code ends when its person becomes an admin or leaves the family, and when its maker is no longer an admin", async () => {
  const { anna, ben, rose } = await reyesFamily(server());
  const carla = await join(server(), anna, "admin", "Carla");
  const promoted = await newCode(anna, ben);
  await anna.client.call(changeRole, { params: { id: ben.id }, body: { role: "admin" } });
  expect((await use(promoted)).status).toBe(400);
  const ofCarla = await newCode(carla, rose);
  await anna.client.call(changeRole, { params: { id: carla.id }, body: { role: "child" } });
  expect((await use(ofCarla)).status).toBe(400);
  const removed = await newCode(anna, rose);
  await anna.client.call(removeMember, { params: { id: rose.id } });
  expect((await use(removed)).status).toBe(400);
});

test("making a code needs a fresh proof", async () => {
  const { anna, rose } = await reyesFamily(server());
  await forgetProof(server(), anna);
  expect(await make(anna, rose)).toMatchObject({ status: 403, body: { code: "fresh-proof-needed" } });
});

test("a device that was signed in by somebody else cannot change the account", async () => {
  const { anna, rose } = await reyesFamily(server());
  const tablet = await onTablet(anna, rose);
  const changed = await tablet.ask(changePassword, { body: { password: "correct horse battery" } });
  expect(changed).toMatchObject({ status: 403, body: { code: "fresh-proof-needed" } });
});

test("the person is notified by text and e-mail, and can sign everyone out from there", async () => {
  const { anna, rose } = await reyesFamily(server());
  await addEmail(server(), rose);
  const tablet = await onTablet(anna, rose);
  const text = server().outbox.findLast(({ to }) => to === rose.phoneNumber)?.text ?? "";
  expect(text).toContain("Someone from your family signed you in to Porchlight on another device.");
  expect(server().mailbox.at(-1)?.subject).toBe("You were signed in on another device");
  const token = /to=([\w.~-]+)/.exec(text)?.[1] ?? "";
  const undone = await new Client(server().url).call(undoAccountChange, { params: { token } });
  expect(undone).toMatchObject({ kind: "sign-in", isUndone: true });
  expect((await tablet.ask(getAccount)).status).toBe(401);
});

test("the activity log shows who made the code and where the person signed in", async () => {
  const { anna, rose } = await reyesFamily(server());
  await onTablet(anna, rose);
  const { activity } = await anna.client.call(listActivity);
  expect(activity.slice(0, 2).map(({ who, change }) => [who, change])).toEqual([
    ["Rose", { kind: "signed-in-on-new-device", device: "A browser" }],
    ["Anna Reyes", { kind: "sign-in-code-made", member: "Rose" }],
  ]);
});

test("one address gets ten wrong tries in ten minutes, and right ones do not count", async () => {
  const { anna, rose } = await reyesFamily(server());
  const address = newAddress();
  const client = new Client(server().url);
  for (let turn = 0; turn < 3; turn++) {
    const code = await newCode(anna, rose);
    expect((await use(code, client, address)).status).toBe(200);
  }
  const tries = await Promise.all(Array.from({ length: 12 }, () => use("00000000", client, address)));
  expect(tries.filter(({ status }) => status === 400)).toHaveLength(10);
  const code = await newCode(anna, rose);
  const refused = await use(code, client, address);
  expect(refused).toMatchObject({
    status: 429,
    body: { message: "Too many wrong codes. Please try again in 10 minutes." },
  });
  expect((await use(code)).status).toBe(200);
});

const randomDigits = (length: number) => Array.from({ length }, () => randomInt(10)).join("");

/** The statuses of wrong codes, all tried at once, without opening a connection for each. */
async function tryWrong(count: number, code: () => string, address: (turn: number) => string) {
  const { method, path: url } = signInByCode;
  const tries = Array.from({ length: count }, (_, turn) =>
    server().app.inject({
      method,
      url,
      headers: { "x-forwarded-for": address(turn) },
      payload: { code: code() },
    }),
  );
  return (await Promise.all(tries)).map(({ statusCode }) => statusCode);
}

test("a thousand wrong codes from one household's IPv6 network are ten tries, and lock nobody else out", async () => {
  const { anna, rose } = await reyesFamily(server());
  const code = await newCode(anna, rose);
  const subnet = (turn: number) => `2001:db8:7:${(turn % 256).toString(16)}::${turn.toString(16)}`;
  const statuses = await tryWrong(1_000, () => randomDigits(8), subnet);
  expect(statuses.filter((status) => status !== 429)).toHaveLength(10);
  expect((await use(code)).status).toBe(200);
});

test("strangers at a thousand addresses do not keep an honest one from using a right code", async () => {
  const { anna, rose } = await reyesFamily(server());
  const code = await newCode(anna, rose);
  await tryWrong(1_000, () => code.slice(0, 2) + randomDigits(6), newAddress);
  const home = newAddress();
  for (let turn = 0; turn < 4; turn++)
    expect((await use("0000000Z", new Client(server().url), home)).status).toBe(400);
  expect((await use(code, new Client(server().url), home)).status).toBe(200);
});

test("of many guesses at one code from a few addresses, twenty are compared, and then five for each address", async () => {
  const { anna, rose } = await reyesFamily(server());
  const code = await newCode(anna, rose);
  const addresses = Array.from({ length: 20 }, newAddress);
  const guess = () => code.slice(0, 2) + randomDigits(6);
  const statuses = await tryWrong(400, guess, (turn) => addresses[turn % 20] ?? "");
  expect(statuses.filter((status) => status !== 429).length).toBeLessThanOrEqual(20 + 20 * 5);
  minutes(10);
  expect(await tryWrong(1, guess, () => addresses[0] ?? "")).toEqual([400]);
});

test("a device that was signed in before is not locked out by its neighbors", async () => {
  const { anna, rose } = await reyesFamily(server());
  const [tablet, address] = [new Client(server().url), newAddress()];
  await use(await newCode(anna, rose), tablet, address);
  await tryWrong(
    20,
    () => "00000000",
    () => address,
  );
  expect((await use(await newCode(anna, rose), new Client(server().url), address)).status).toBe(429);
  expect((await use(await newCode(anna, rose), tablet, address)).status).toBe(200);
});

test("an admin can make at most twenty codes a day", async () => {
  const { anna, rose } = await reyesFamily(server());
  for (let turn = 0; turn < 20; turn++) expect((await make(anna, rose)).status).toBe(201);
  expect((await make(anna, rose)).status).toBe(429);
});

test("the database holds neither the code nor a hash by which it could be guessed", async () => {
  const { anna, rose } = await reyesFamily(server());
  const code = await newCode(anna, rose);
  const rows = await server().database.kysely.selectFrom("sign_in_codes").selectAll().execute();
  const kept = rows.find(({ person_id }) => person_id === rose.id);
  expect(JSON.stringify(rows)).not.toContain(code);
  expect(kept?.code_hash.equals(fingerprint(code))).toBe(false);
});
