import { expect, test } from "vitest";
import { getStatus } from "#contract/accounts/sign-in.ts";
import { listActivity } from "#contract/activity.ts";
import { dayMs } from "#contract/durations.ts";
import {
  changeRole,
  getFamily,
  leaveFamily,
  listMembers,
  openFamily,
  type Role,
  removeMember,
} from "#contract/families.ts";
import {
  acknowledgeHelpRequest,
  askForHelp,
  getHelpRequest,
  listHelpRequests,
  recordReceipt,
  resolveHelpRequest,
} from "#contract/help/requests.ts";
import {
  acceptInvitation,
  createInvitation,
  listInvitations,
  renewInvitation,
  verifyInvitation,
} from "#contract/invitations.ts";
import { lockFamily } from "#server/features/families/queries.ts";
import { countLockWaits } from "#tests/support/database.ts";
import { openStream } from "#tests/support/live-stream.ts";
import {
  forgetProof,
  invite,
  join,
  joinByInvitation,
  type Person,
  proveFreshly,
  reyesFamily,
  signUp,
} from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer();

const remove = (by: Person, { id }: Person) => by.client.ask(removeMember, { params: { id } });
const give = (by: Person, { id }: Person, role: Role) =>
  by.client.ask(changeRole, { params: { id }, body: { role } });
const leave = (person: Person) => person.client.ask(leaveFamily);
const rolesIn = async (member: Person) =>
  (await member.client.call(getFamily)).members.map(({ name, role }) => `${name}: ${role}`);
const ask = (asker: Person) => asker.client.call(askForHelp, { body: { text: "My TV isn't working." } });
const at = (id: number) => ({ params: { id } });

const needsAdmin =
  "Someone has to look after this family. Please make another member a Co-Administrator first.";

test("an admin sees the family's members, their roles, and when each was last here", async () => {
  const { anna, ben, rose } = await reyesFamily(server());
  const before = server().clock.now();
  server().clock.advance(3 * dayMs);
  const now = server().clock.now();
  const members = await anna.client.call(listMembers);
  expect(members).toEqual([
    {
      id: anna.id,
      name: "Anna Reyes",
      role: "admin",
      phoneNumber: anna.phoneNumber,
      picture: null,
      birthday: null,
      lastSeenAt: now.toISOString(),
    },
    {
      id: ben.id,
      name: "Ben",
      role: "child",
      phoneNumber: ben.phoneNumber,
      picture: null,
      birthday: null,
      lastSeenAt: before.toISOString(),
    },
    {
      id: rose.id,
      name: "Rose",
      role: "grandparent",
      phoneNumber: rose.phoneNumber,
      picture: null,
      birthday: null,
      lastSeenAt: before.toISOString(),
    },
  ]);
});

test("activity in another family does not change when a member was last here", async () => {
  const { anna, ben } = await reyesFamily(server());
  const carla = await signUp(server(), { name: "Carla Lee" });
  await ben.client.call(acceptInvitation, { body: { inviteCode: await invite(carla, "child", "Ben") } });
  const [, seen] = await anna.client.call(listMembers);
  expect(seen).toMatchObject({ name: "Ben", lastSeenAt: null });
});

test("a new role applies at once, without signing in again", async () => {
  const { anna, ben } = await reyesFamily(server());
  expect((await ben.client.ask(listMembers)).status).toBe(403);
  expect((await give(anna, ben, "admin")).status).toBe(204);
  expect((await ben.client.ask(listMembers)).status).toBe(200);
  expect((await ben.client.call(getStatus)).user.role).toBe("admin");
  expect((await give(ben, anna, "child")).status).toBe(204);
  expect((await anna.client.ask(listMembers)).status).toBe(403);
});

test("the last admin cannot be demoted, and the message says what to do first", async () => {
  const { anna, ben } = await reyesFamily(server());
  for (const role of ["child", "grandparent"] as const) {
    expect(await give(anna, anna, role)).toMatchObject({ status: 409, body: { message: needsAdmin } });
  }
  await give(anna, ben, "admin");
  expect((await give(anna, anna, "child")).status).toBe(204);
  expect(await rolesIn(ben)).toEqual(["Anna Reyes: child", "Ben: admin", "Rose: grandparent"]);
});

test("the last admin can neither leave nor be removed while others are in the family", async () => {
  const { anna, ben, rose } = await reyesFamily(server());
  for (const refused of [await leave(anna), await remove(anna, anna)]) {
    expect(refused).toMatchObject({ status: 409, body: { message: needsAdmin } });
  }
  await remove(anna, ben);
  await remove(anna, rose);
  expect((await leave(anna)).status).toBe(204);
  expect((await anna.client.call(getStatus)).user).toMatchObject({
    familyId: null,
    role: null,
    families: [],
  });
});

test("the last admin hands over to somebody in the family while leaving, and nobody else can", async () => {
  const { anna, ben, rose } = await reyesFamily(server());
  const stranger = await signUp(server());
  const handOver = (by: Person, { id }: Person) =>
    by.client.ask(leaveFamily, { query: { successor: String(id) } });
  expect((await handOver(ben, rose)).status).toBe(403);
  expect((await handOver(anna, stranger)).status).toBe(404);
  expect(await handOver(anna, anna)).toMatchObject({ status: 409, body: { message: needsAdmin } });
  expect(await rolesIn(rose)).toEqual(["Anna Reyes: admin", "Ben: child", "Rose: grandparent"]);
  expect((await handOver(anna, ben)).status).toBe(204);
  expect(await rolesIn(rose)).toEqual(["Ben: admin", "Rose: grandparent"]);
  const { activity } = await ben.client.call(listActivity, {});
  expect(activity.slice(0, 2).map(({ who, change }) => [who, change.kind])).toEqual([
    ["Anna Reyes", "member-left"],
    ["Anna Reyes", "role-changed"],
  ]);
});

test("if two admins demote or remove each other or leave at once, one stays", async () => {
  const ways: [string, (one: Person, other: Person) => Promise<{ status: number }>][] = [
    ["demote", (one, other) => give(one, other, "child")],
    ["remove", (one, other) => remove(one, other)],
    ["leave", (one) => leave(one)],
  ];
  for (const [, act] of ways) {
    for (let round = 0; round < 5; round++) {
      const { anna, ben, rose } = await reyesFamily(server());
      await give(anna, ben, "admin");
      const statuses = (await Promise.all([act(anna, ben), act(ben, anna)])).map(({ status }) => status);
      expect(statuses.filter((status) => status === 204)).toHaveLength(1);
      expect((await rolesIn(rose)).filter((role) => role.endsWith("admin"))).toHaveLength(1);
    }
  }
}, 60_000);

test.each<[string, (anna: Person, ben: Person) => Promise<{ status: number; body: unknown }>]>([
  ["remove a member", ({ client }, { id }) => client.ask(removeMember, { params: { id } })],
  [
    "make an admin",
    ({ client }, { id }) => client.ask(changeRole, { params: { id }, body: { role: "admin" } }),
  ],
  ["hand over", ({ client }, { id }) => client.ask(leaveFamily, { query: { successor: String(id) } })],
])("a stolen session of an admin is not enough to %s", async (_, attack) => {
  const { anna, ben } = await reyesFamily(server());
  await forgetProof(server(), anna);
  expect(await attack(anna, ben)).toMatchObject({ status: 403, body: { code: "fresh-proof-needed" } });
  const { members } = await anna.client.call(getFamily);
  expect(members.map(({ role }) => role)).toEqual(["admin", "child", "grandparent"]);
  await proveFreshly(server(), anna);
  expect((await attack(anna, ben)).status).toBe(204);
});

test("a removed member loses access at once, and their live connection ends", async () => {
  const { anna, ben, rose } = await reyesFamily(server());
  const request = await ask(rose);
  const stream = await openStream(ben.client);
  expect((await remove(anna, ben)).status).toBe(204);
  await expect.poll(() => stream.hasEnded).toBe(true);
  expect(stream.heard).toEqual(["account"]);
  const refused = [
    await ben.client.ask(getFamily),
    await ben.client.ask(listHelpRequests),
    await ben.client.ask(getHelpRequest, at(request.id)),
    await ben.client.ask(acknowledgeHelpRequest, at(request.id)),
    await ben.client.ask(openFamily, { body: { familyId: anna.familyId } }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  expect((await ben.client.fetch("GET", "/api/live")).status).toBe(404);
  expect((await ben.client.call(getStatus)).user).toMatchObject({ id: ben.id, familyId: null, families: [] });
  expect(await rolesIn(rose)).toEqual(["Anna Reyes: admin", "Rose: grandparent"]);
});

test("the family's open screens are refreshed when a member is gone", async () => {
  const { anna, ben } = await reyesFamily(server());
  const stream = await openStream(anna.client);
  await remove(anna, ben);
  const gone = ["family", "help-requests", "invitations", "lights", "reachability"];
  // The calendars that they had connected are deleted, too. An admin's screen shows who removed them.
  const connected = ["calendar-settings", "calendar-events"];
  await expect.poll(() => stream.heard).toEqual([...gone, ...connected, "activity"]);
});

test("a removed member of two families continues in the other one", async () => {
  const { anna, ben } = await reyesFamily(server());
  const carla = await signUp(server(), { name: "Carla Lee" });
  await ben.client.call(acceptInvitation, { body: { inviteCode: await invite(carla, "child", "Ben") } });
  await ben.client.call(openFamily, { body: { familyId: anna.familyId } });
  await remove(anna, ben);
  const { user } = await ben.client.call(getStatus);
  expect(user).toMatchObject({ familyId: carla.familyId, role: "child" });
  expect(user.families.map(({ id }) => id)).toEqual([carla.familyId]);
});

test("requests that they had acknowledged are open again, with the receipts of the others", async () => {
  const { anna, ben, rose } = await reyesFamily(server());
  const seen = await ask(rose);
  await anna.client.call(recordReceipt, { ...at(seen.id), body: { state: "SEEN" } });
  const unseen = await ask(rose);
  for (const { id } of [seen, unseen]) await ben.client.call(acknowledgeHelpRequest, at(id));
  await remove(anna, ben);
  const after = async ({ id }: { id: number }) => rose.client.call(getHelpRequest, at(id));
  expect(await after(seen)).toMatchObject({ state: "SEEN", helper: null });
  expect(await after(unseen)).toMatchObject({ state: "ACCEPTED", helper: null, recipients: 1 });
  expect((await after(seen)).receipts.map(({ state }) => state)).toEqual(["ACCEPTED", "REACHED", "SEEN"]);
  await anna.client.call(acknowledgeHelpRequest, at(seen.id));
  expect(await after(seen)).toMatchObject({ state: "ACKNOWLEDGED", helper: { name: "Anna Reyes" } });
});

test("if nobody who could be reached is left, an open request says so", async () => {
  const rose = await signUp(server(), { name: "Rose", role: "grandparent" });
  const ben = await join(server(), rose, "child", "Ben");
  const taken = await ask(rose);
  const waiting = await ask(rose);
  await ben.client.call(acknowledgeHelpRequest, at(taken.id));
  await leave(ben);
  for (const { id } of [taken, waiting]) {
    const { state, recipients, receipts } = await rose.client.call(getHelpRequest, at(id));
    expect({ state, recipients }).toEqual({ state: "UNREACHABLE", recipients: 0 });
    expect(receipts.at(-1)).toMatchObject({ state: "UNREACHABLE", person: null });
  }
});

test("a member who becomes a grandparent no longer helps", async () => {
  const { anna, ben, rose } = await reyesFamily(server());
  const { id } = await ask(rose);
  await ben.client.call(acknowledgeHelpRequest, at(id));
  await give(anna, ben, "grandparent");
  expect(await rose.client.call(getHelpRequest, at(id))).toMatchObject({ state: "ACCEPTED", helper: null });
});

test("past requests keep the names of former members, without their numbers", async () => {
  const { anna, ben, rose } = await reyesFamily(server());
  const done = await ask(rose);
  await ben.client.call(acknowledgeHelpRequest, at(done.id));
  await ben.client.call(resolveHelpRequest, at(done.id));
  const open = await ask(rose);
  await remove(anna, ben);
  await remove(anna, rose);
  expect(await anna.client.call(getHelpRequest, at(done.id))).toMatchObject({
    askedBy: { name: "Rose", role: "grandparent", phoneNumber: null },
    helper: { name: "Ben", role: "child", phoneNumber: null },
  });
  const [left] = await anna.client.call(listHelpRequests);
  expect(left).toMatchObject({ id: open.id, state: "ACCEPTED", askedBy: { name: "Rose" }, recipients: 1 });
  expect((await anna.client.ask(resolveHelpRequest, at(open.id))).status).toBe(200);
});

test("a removed member can be invited again, and acknowledge requests again", async () => {
  const { anna, ben, rose } = await reyesFamily(server());
  const { id } = await ask(rose);
  await ben.client.call(acknowledgeHelpRequest, at(id));
  await remove(anna, ben);
  server().clock.advance(1_000);
  await ben.client.call(acceptInvitation, { body: { inviteCode: await invite(anna, "admin", "Ben") } });
  expect(await rolesIn(rose)).toEqual(["Anna Reyes: admin", "Rose: grandparent", "Ben: admin"]);
  expect(await ben.client.call(acknowledgeHelpRequest, at(id))).toMatchObject({ helper: { name: "Ben" } });
});

test("people outside the family can be neither changed nor removed", async () => {
  const { anna } = await reyesFamily(server());
  const stranger = await signUp(server());
  for (const { status } of [await give(anna, stranger, "child"), await remove(anna, stranger)]) {
    expect(status).toBe(404);
  }
  expect((await stranger.client.call(getStatus)).user.role).toBe("admin");
});

test("an invitation stays when its sender leaves, but not when the family is empty", async () => {
  const anna = await signUp(server());
  const ben = await joinByInvitation(server(), anna, "admin", "Ben");
  const rose = await joinByInvitation(server(), anna, "grandparent", "Rose");
  const inviteCode = await invite(anna, "child", "Carla");
  const verify = () => ben.client.ask(verifyInvitation, { query: { code: inviteCode } });
  expect((await leave(anna)).status).toBe(204);
  expect((await verify()).status).toBe(200);
  expect(await ben.client.call(listInvitations, { params: { familyId: ben.familyId } })).toHaveLength(3);
  await leave(rose);
  expect((await leave(ben)).status).toBe(204);
  expect((await verify()).status).toBe(404);
});

test.each<[string, (anna: Person, ben: Person) => Promise<unknown>]>([
  ["removed", remove],
  ["demoted", (anna, ben) => give(anna, ben, "child").then(() => leave(ben))],
])("an admin who was %s cannot come back by an invitation that they had sent", async (_, lose) => {
  const anna = await signUp(server(), { name: "Anna Reyes" });
  const ben = await join(server(), anna, "admin", "Ben");
  const kept = await invite(anna, "child", "Carla");
  const inviteCode = await invite(ben, "admin", "Nobody");
  const stream = await openStream(anna.client);
  await lose(anna, ben);
  expect((await ben.client.ask(acceptInvitation, { body: { inviteCode } })).status).toBe(404);
  expect(await rolesIn(anna)).toEqual(["Anna Reyes: admin"]);
  const invitations = await anna.client.call(listInvitations, { params: { familyId: anna.familyId } });
  expect(invitations.map((one) => one.inviteCode)).toEqual([kept]);
  await expect.poll(() => stream.heard).toContain("invitations");
  const { activity } = await anna.client.call(listActivity, {});
  const canceled = { kind: "invitation-canceled", invited: "Nobody", role: "admin" };
  expect(activity.map(({ who, change }) => ({ who, change }))).toContainEqual({
    who: "Anna Reyes",
    change: canceled,
  });
});

test("an admin who steps down keeps the invitations that they had sent", async () => {
  const anna = await signUp(server());
  const ben = await join(server(), anna, "admin", "Ben");
  const code = await invite(ben, "child", "Carla");
  await give(ben, ben, "child");
  expect((await anna.client.ask(verifyInvitation, { query: { code } })).status).toBe(200);
});

test("invitations that an admin makes or renews while being removed are refused", async () => {
  const { anna, ben } = await reyesFamily(server());
  await give(anna, ben, "admin");
  const { kysely } = server().database;
  const body = { name: "Carla", email: "carla@example.com", role: "admin", familyId: anna.familyId };
  const { id } = await anna.client.call(createInvitation, { body });
  const asked = await kysely.transaction().execute(async (trx) => {
    await lockFamily(trx, anna.familyId);
    const removal = remove(anna, ben);
    await expect.poll(() => countLockWaits(kysely)).toBe(1);
    const invitations = [ben.client.ask(createInvitation, { body }), ben.client.ask(renewInvitation, at(id))];
    await expect.poll(() => countLockWaits(kysely)).toBe(3);
    return [removal, ...invitations];
  });
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([204, 403, 403]);
});
