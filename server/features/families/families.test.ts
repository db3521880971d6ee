import { sql } from "kysely";
import { expect, test } from "vitest";
import { getStatus } from "#contract/accounts/sign-in.ts";
import { countries } from "#contract/countries.ts";
import { changeFamily, getFamily, leaveFamily, openFamily, startFamily } from "#contract/families.ts";
import { acceptInvitation } from "#contract/invitations.ts";
import { openStream } from "#tests/support/live-stream.ts";
import { invite, reyesFamily, signUp } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";
import { emergencyNumberOf } from "./families.ts";

const server = useServer();

/** A person who registered by an invitation and did not join. */
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
    {
      id: anna.id,
      name: "Anna Reyes",
      role: "admin",
      phoneNumber: anna.phoneNumber,
      picture: null,
      birthday: null,
    },
    { id: ben.id, name: "Ben", role: "child", phoneNumber: ben.phoneNumber, picture: null, birthday: null },
    {
      id: rose.id,
      name: "Rose",
      role: "grandparent",
      phoneNumber: rose.phoneNumber,
      picture: null,
      birthday: null,
    },
  ]);
});

// Random requests found this: the membership ended after the session was read.
test("a family that its last member is just leaving is not found", async () => {
  const anna = await signUp(server());
  const { kysely } = server().database;
  const waiting = kysely
    .selectFrom(sql<{ granted: boolean; relation: number }>`pg_locks`.as("locks"))
    .select("granted")
    .where("granted", "=", false)
    .where("relation", "=", sql<number>`'family_deletions'::regclass::oid`);
  const asked = await kysely.transaction().execute(async (trx) => {
    // The family's own query waits for this lock, after the session was read.
    await sql`lock table family_deletions in access exclusive mode`.execute(trx);
    const asking = anna.client.ask(getFamily);
    await expect.poll(() => waiting.execute()).toHaveLength(1);
    await anna.client.call(leaveFamily);
    return { asking };
  });
  expect((await asked.asking).status).toBe(404);
});

test("a person without a family is told so, and can start one", async () => {
  const rose = await withoutFamily();
  const none = await rose.client.ask(getFamily);
  expect(none.status).toBe(404);
  expect(none.body).toMatchObject({ message: "You haven't joined a family yet." });
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
    familyId: ben.familyId,
    role: "child",
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

test("an admin changes the family's name, zone, country and puzzles; the emergency number follows", async () => {
  const { anna, rose } = await reyesFamily(server());
  const body = {
    name: " The Reyes clan ",
    timeZone: "Europe/London",
    country: "GB",
    puzzleLibrary: false,
  } as const;
  const answered = await anna.client.call(changeFamily, { body });
  const family = await rose.client.call(getFamily);
  expect(answered).toEqual(family);
  expect(family).toMatchObject({ ...body, name: "The Reyes clan", emergencyNumber: "999" });
  expect((await rose.client.call(getStatus)).user.families).toMatchObject([{ name: "The Reyes clan" }]);
});

test("fields that are left out keep their value", async () => {
  const { anna } = await reyesFamily(server());
  const before = await anna.client.call(getFamily);
  expect(before).toMatchObject({ country: "US", emergencyNumber: "911", puzzleLibrary: true });
  expect(await anna.client.call(changeFamily, { body: {} })).toEqual(before);
  const after = await anna.client.call(changeFamily, { body: { country: "DE" } });
  expect(after).toEqual({ ...before, country: "DE", emergencyNumber: "112" });
});

test.each([
  [{ name: " " }, { name: "Please give the family a name" }],
  [{ timeZone: "Mars/Olympus" }, { timeZone: "We don't know this time zone." }],
  [{ timeZone: "+05:30" }, { timeZone: "We don't know this time zone." }],
  // JavaScript knows this name, and PostgreSQL does not.
  [{ timeZone: "US/Pacific-New" }, { timeZone: "We don't know this time zone." }],
  [{ country: "XX" }, { country: "Please choose a country" }],
])("%j is refused at its field", async (body, fields) => {
  const { anna } = await reyesFamily(server());
  const { status, body: problem } = await anna.client.ask(changeFamily, { body });
  expect(status).toBe(400);
  expect(problem).toMatchObject({ fields });
});

test("the others' screens and the day are refreshed at once", async () => {
  const { anna, rose } = await reyesFamily(server());
  const stream = await openStream(rose.client);
  await anna.client.call(changeFamily, { body: { timeZone: "America/Chicago" } });
  await expect
    .poll(() => stream.heard)
    .toEqual([
      ...["family", "account", "calendar-events", "hellos", "lights", "questions", "puzzles"],
      "local-events",
    ]);
});

test("every country that can be chosen has its own emergency number or 112", () => {
  const numbers = new Set(countries.map(emergencyNumberOf));
  expect([...numbers].sort()).toEqual(["000", "111", "112", "911", "999"]);
});
