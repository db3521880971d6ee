import { expect, onTestFinished, test, vi } from "vitest";
import { getStatus } from "#contract/accounts/sign-in.ts";
import { getFamily, leaveFamily, openFamily, startFamily } from "#contract/families.ts";
import { acceptInvitation } from "#contract/invitations.ts";
import { invite, reyesFamily, signUp } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";
import { emergencyNumberOf } from "./families.ts";

const server = useServer();

/** Somebody who registered by an invitation and did not join. */
async function withoutFamily() {
  const anna = await signUp(server());
  return signUp(server(), {
    name: "Rose",
    role: "grandparent",
    inviteCode: await invite(anna, "grandparent"),
  });
}

test("members see their family, its members in the order in which they joined, and nobody else", async () => {
  const { anna, ben, rose } = await reyesFamily(server());
  await signUp(server(), { name: "Somebody Else" });
  const family = await rose.client.call(getFamily);
  expect(family).toMatchObject({ id: anna.familyId, name: "The Reyes family", timeZone: "America/New_York" });
  expect(family.members).toEqual([
    { id: anna.id, name: "Anna Reyes", role: "admin", phoneNumber: anna.phoneNumber },
    { id: ben.id, name: "Ben", role: "child", phoneNumber: ben.phoneNumber },
    { id: rose.id, name: "Rose", role: "grandparent", phoneNumber: rose.phoneNumber },
  ]);
});

// Found by sending random requests: the membership ended after the session was read.
test("a family that its last member is just leaving is not found", async () => {
  const anna = await signUp(server());
  const { database } = server();
  const { read } = database;
  const spy = vi.spyOn(database, "read").mockImplementation(async (statement, values) => {
    if (statement.name === "find-family") await anna.client.call(leaveFamily);
    return read(statement, values);
  });
  onTestFinished(() => spy.mockRestore());
  expect((await anna.client.ask(getFamily)).status).toBe(404);
});

test("a person without a family is told so, and can start one", async () => {
  const rose = await withoutFamily();
  const none = await rose.client.ask(getFamily);
  expect(none.status).toBe(404);
  expect(none.body).toMatchObject({ message: "You are not in a family yet." });
  const body = { role: "grandparent", timeZone: "America/Chicago" };
  const { id } = await rose.client.call(startFamily, { body });
  const family = await rose.client.call(getFamily);
  expect(family).toMatchObject({ id, name: "Rose's family", timeZone: "America/Chicago", country: "US" });
});

test("a person who starts twenty families at once gets one", async () => {
  const rose = await withoutFamily();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => rose.client.ask(startFamily, { body: { role: "admin" } })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
  expect((await rose.client.call(getStatus)).user.families).toHaveLength(1);
});

test("a person in a family cannot start another, and a family member cannot start one", async () => {
  const anna = await signUp(server());
  const { status, body } = await anna.client.ask(startFamily, { body: { role: "admin" } });
  expect(status).toBe(409);
  expect(body).toMatchObject({ message: "You're already in a family." });
  const rose = await withoutFamily();
  expect((await rose.client.ask(startFamily, { body: { role: "child" } })).status).toBe(400);
});

test("a person in two families sees one of them at a time, with their role in it", async () => {
  const anna = await signUp(server(), { name: "Anna Reyes" });
  const ben = await signUp(server(), { name: "Ben Stone" });
  const inviteCode = await invite(ben, "child", "Anna");
  await anna.client.call(acceptInvitation, { body: { inviteCode } });
  expect((await anna.client.call(getStatus)).user).toMatchObject({
    ...{ familyId: ben.familyId, role: "child" },
    families: [
      { id: anna.familyId, name: "The Reyes family", role: "admin" },
      { id: ben.familyId, name: "The Stone family", role: "child" },
    ],
  });
  await anna.client.call(openFamily, { body: { familyId: anna.familyId } });
  expect((await anna.client.call(getStatus)).user).toMatchObject({ familyId: anna.familyId, role: "admin" });
  expect((await anna.client.call(getFamily)).name).toBe("The Reyes family");
});

test("nobody can open another family, or one that does not exist", async () => {
  const anna = await signUp(server());
  const ben = await signUp(server());
  for (const familyId of [ben.familyId, 999_999_999]) {
    expect((await anna.client.ask(openFamily, { body: { familyId } })).status).toBe(404);
  }
  expect((await anna.client.call(getStatus)).user.familyId).toBe(anna.familyId);
});

test.each([
  ["US", "911"],
  ["GB", "999"],
  ["AU", "000"],
  ["NZ", "111"],
  ["DE", "112"],
  ["XX", "112"],
])("the emergency number in %s is %s", (country, number) => {
  expect(emergencyNumberOf(country)).toBe(number);
});
