import { expect, test } from "vitest";
import { getAccount, signOutDevice } from "#contract/accounts/accounts.ts";
import { logout } from "#contract/accounts/sign-in.ts";
import { listActivity } from "#contract/activity.ts";
import { dayMs, minuteMs } from "#contract/durations.ts";
import { changeFamily, changeRole, openFamily, removeMember } from "#contract/families.ts";
import { acceptInvitation } from "#contract/invitations.ts";
import { Client } from "#tests/support/client.ts";
import { openStream } from "#tests/support/live-stream.ts";
import { invite, join, type Person, provePhone, reyesFamily, signUp } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";
import { arriveByGoogle } from "#tests/support/sign-in/google.ts";
import { deleteOldActivity, recordActivity } from "./activity.ts";

const server = useServer();

const read = ({ client }: Pick<Person, "client">, before?: number) =>
  client.call(listActivity, before === undefined ? {} : { query: { before: String(before) } });
const kindsFor = async (person: Pick<Person, "client">) =>
  (await read(person)).activity.map(({ change }) => change.kind);

/** Inserts this many changes of the plan without making requests. */
async function record(count: number, { familyId, id }: Person): Promise<void> {
  const doing = { familyId, personId: id, at: server().clock.now() };
  for (let turn = 0; turn < count; turn++)
    await recordActivity(server().database.kysely, doing, { kind: "plan-changed" });
}

test("an admin reads who changed what, and when, newest first", async () => {
  const { anna, ben } = await reyesFamily(server());
  const first = server().clock.now().toISOString();
  await anna.client.call(changeRole, { params: { id: ben.id }, body: { role: "admin" } });
  server().clock.advance(minuteMs);
  await ben.client.call(changeFamily, { body: { name: "The Stones" } });
  expect(await read(anna)).toEqual({
    activity: [
      {
        id: expect.any(Number),
        at: server().clock.now().toISOString(),
        who: "Ben",
        change: { kind: "family-renamed", from: "The Reyes family", to: "The Stones" },
      },
      {
        id: expect.any(Number),
        at: first,
        who: "Anna Reyes",
        change: { kind: "role-changed", member: "Ben", from: "child", to: "admin" },
      },
    ],
    hasOlder: false,
  });
});

test("nobody but an admin reads it", async () => {
  const { ben, rose } = await reyesFamily(server());
  for (const { client } of [ben, rose]) expect((await client.ask(listActivity)).status).toBe(403);
  expect((await new Client(server().url).ask(listActivity)).status).toBe(401);
});

test("another family reads none of it, and a person in two families reads only the open family's", async () => {
  const { anna } = await reyesFamily(server());
  const carla = await signUp(server(), { name: "Carla Lee" });
  await record(2, anna);
  expect(await read(carla)).toEqual({ activity: [], hasOlder: false });
  const newest = (await read(anna)).activity[0]?.id ?? 0;
  expect((await read(carla, newest)).activity).toEqual([]);
  await anna.client.call(acceptInvitation, { body: { inviteCode: await invite(carla, "admin", "Anna") } });
  expect(await kindsFor(anna)).toEqual(["member-joined", "invitation-created"]);
  await anna.client.call(openFamily, { body: { familyId: anna.familyId } });
  expect(await kindsFor(anna)).toEqual(["plan-changed", "plan-changed"]);
});

test("saving a setting unchanged is not recorded", async () => {
  const { anna, ben } = await reyesFamily(server());
  await anna.client.call(changeRole, { params: { id: ben.id }, body: { role: "child" } });
  await anna.client.call(changeFamily, { body: { name: "The Reyes family", country: "US" } });
  expect(await read(anna)).toEqual({ activity: [], hasOlder: false });
});

test("a refused change is not recorded", async () => {
  const { anna } = await reyesFamily(server());
  const demote = { params: { id: anna.id }, body: { role: "child" } };
  expect((await anna.client.ask(changeRole, demote)).status).toBe(409);
  expect(await read(anna)).toEqual({ activity: [], hasOlder: false });
});

test("a member who was removed is still named", async () => {
  const { anna } = await reyesFamily(server());
  const olga = await join(server(), anna, "admin", "Olga");
  await olga.client.call(changeFamily, { body: { name: "The Stones" } });
  await anna.client.call(removeMember, { params: { id: olga.id } });
  expect((await read(anna)).activity).toMatchObject([
    { who: "Anna Reyes", change: { kind: "member-removed", member: "Olga" } },
    { who: "Olga", change: { kind: "family-renamed" } },
  ]);
  expect((await olga.client.ask(listActivity)).status).toBe(404);
});

test("pages of 50 follow each other without a gap or a repetition while entries are added", async () => {
  const { anna } = await reyesFamily(server());
  await record(120, anna);
  const first = await read(anna);
  await record(3, anna);
  const second = await read(anna, first.activity.at(-1)?.id);
  await record(3, anna);
  const third = await read(anna, second.activity.at(-1)?.id);
  expect([first, second, third].map(({ activity, hasOlder }) => [activity.length, hasOlder])).toEqual([
    [50, true],
    [50, true],
    [20, false],
  ]);
  const ids = [first, second, third].flatMap(({ activity }) => activity.map(({ id }) => id));
  expect(ids).toEqual(Array.from({ length: 120 }, (_, place) => (ids[0] ?? 0) - place));
});

test.each(["0", "-1", "x", "9999999999999999"])("a cursor of %j is refused", async (before) => {
  const { client } = await signUp(server());
  expect((await client.ask(listActivity, { query: { before } })).status).toBe(400);
});

test("open screens of admins hear about it, and those of others do not", async () => {
  const { anna, ben } = await reyesFamily(server());
  const [hers, his] = [await openStream(anna.client), await openStream(ben.client)];
  await anna.client.call(changeFamily, { body: { name: "The Stones" } });
  await expect.poll(() => hers.heard).toContain("activity");
  await expect.poll(() => his.heard).toContain("family");
  expect(his.heard).not.toContain("activity");
});

test("entries are kept for 12 months, however many there are, and other families' entries stay", async () => {
  const [anna, carla] = [await signUp(server()), await signUp(server(), { name: "Carla Lee" })];
  await record(60, anna);
  await server()
    .database.kysely.transaction()
    .execute(async (trx) => {
      const doing = { familyId: carla.familyId, personId: carla.id, at: server().clock.now() };
      for (let turn = 0; turn < 1_001; turn++) await recordActivity(trx, doing, { kind: "plan-changed" });
    });
  const left = async ({ familyId }: Person) => {
    const rows = server().database.kysely.selectFrom("activity").select("id");
    return (await rows.where("family_id", "=", familyId).execute()).length;
  };
  server().clock.advance(364 * dayMs);
  await record(1, anna);
  await deleteOldActivity(server().world);
  expect([await left(anna), await left(carla)]).toEqual([61, 1_001]);
  server().clock.advance(2 * dayMs);
  await deleteOldActivity(server().world);
  expect([await left(anna), await left(carla)]).toEqual([1, 0]);
});

test("a sign-in is recorded on a new device, not on one that was signed in before, in each family", async () => {
  const [anna, carla] = [await signUp(server()), await signUp(server(), { name: "Carla Lee" })];
  await anna.client.call(acceptInvitation, { body: { inviteCode: await invite(carla, "child", "Anna") } });
  await anna.client.call(openFamily, { body: { familyId: anna.familyId } });
  const phone = new Client(server().url);
  const signIn = async () => {
    server().clock.advance(minuteMs);
    const { token } = await provePhone(server(), phone, anna.phoneNumber);
    phone.token = token;
  };
  await signIn();
  const line = { who: "Anna Reyes", change: { kind: "signed-in-on-new-device", device: "A browser" } };
  expect((await read(anna)).activity).toMatchObject([line]);
  expect((await read(carla)).activity[0]).toMatchObject(line);
  await phone.call(logout);
  await signIn();
  expect(await kindsFor(anna)).toEqual(["signed-in-on-new-device"]);
  const { devices } = await anna.client.call(getAccount);
  for (const { id, isThisOne } of devices)
    if (!isThisOne) await anna.client.call(signOutDevice, { params: { id } });
  await signIn();
  expect(await kindsFor(anna)).toEqual(["signed-in-on-new-device", "signed-in-on-new-device"]);
});

test("a sign-in through a provider is recorded on a new device", async () => {
  const ben = await arriveByGoogle(server(), { account: "sandbox-ben" });
  expect((await read(ben)).activity).toMatchObject([
    { who: ben.name, change: { kind: "signed-in-on-new-device" } },
  ]);
});
