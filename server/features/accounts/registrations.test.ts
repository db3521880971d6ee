import fc from "fast-check";
import { expect, test } from "vitest";
import { getStatus, register, requestVerification } from "#contract/accounts/sign-in.ts";
import { minuteMs } from "#contract/durations.ts";
import { getFamily } from "#contract/families.ts";
import { Client } from "#tests/support/client.ts";
import { inLong } from "#tests/support/long-form.ts";
import { invite, newPhoneNumber, provePhone, signUp } from "#tests/support/people.ts";
import { startServer, useServer } from "#tests/support/server.ts";

const server = useServer();

const profile = (phoneNumber: string) => ({
  username: "Anna Reyes",
  phoneNumber,
  password: "wq7v2kzn",
  role: "admin",
  isVerified: true,
  familyId: null,
  grandparentNames: null,
});

async function proven(phoneNumber = newPhoneNumber()) {
  const client = new Client(server().url);
  await provePhone(server(), client, phoneNumber);
  return { client, phoneNumber };
}

async function countPeople(): Promise<number> {
  const counting = server().database.kysely.selectFrom("people");
  const { people } = await counting
    .select((select) => select.fn.countAll<number>().as("people"))
    .executeTakeFirstOrThrow();
  return people;
}

test("an adult child starts a family and is its admin", async () => {
  const { client, phoneNumber } = await proven();
  const answer = await client.ask(register, { body: profile(phoneNumber) });
  expect(answer.status).toBe(201);
  const { token, user } = answer.body;
  expect(user).toEqual({ id: user.id, role: "admin", displayName: "Anna Reyes", familyId: user.familyId });
  client.token = token;
  const family = await client.call(getFamily);
  expect(family).toEqual({
    id: user.familyId,
    name: "The Reyes family",
    timeZone: "UTC",
    country: "US",
    emergencyNumber: "911",
    puzzleLibrary: true,
    hellos: true,
    birthdays: true,
    lights: true,
    weeklyQuestion: true,
    sundayLetter: true,
    firstContactId: null,
    deletion: null,
    members: [{ id: user.id, name: "Anna Reyes", role: "admin", phoneNumber, picture: null, birthday: null }],
  });
});

test("a senior with one name starts a family named after it, in the country of the phone", async () => {
  const { client, phoneNumber } = await proven("+442079460999");
  const changes = {
    username: "Rose",
    role: "grandparent",
    grandparentNames: "Nana",
    timeZone: "Europe/London",
  };
  const { token } = await client.call(register, { body: { ...profile(phoneNumber), ...changes } });
  client.token = token;
  const family = await client.call(getFamily);
  expect(family).toMatchObject({ name: "Rose's family", country: "GB", emergencyNumber: "999" });
  const { user } = await client.call(getStatus);
  expect(user).toMatchObject({ role: "grandparent", grandparentNames: "Nana" });
});

test.each([
  ["Anna 👵", "Anna's family"],
  ["Anna Reyes 👵🏽", "The Reyes family"],
  ["👵 Anna", "Anna's family"],
  ["Anna-María O’Neill Jr.", "The Jr. family"],
  ["👵👴", "👵👴's family"],
])("the family of %s is called %s", async (username, name) => {
  const { client, phoneNumber } = await proven();
  const { token } = await client.call(register, { body: { ...profile(phoneNumber), username } });
  client.token = token;
  expect((await client.call(getFamily)).name).toBe(name);
});

test("the same session is set as a cookie that scripts cannot read", async () => {
  const { client, phoneNumber } = await proven();
  const { headers, body } = await client.ask(register, { body: profile(phoneNumber) });
  const cookie = headers.getSetCookie().find((each) => each.startsWith("porchlight_session"));
  expect(cookie).toBe(`porchlight_session=${body.token}; Max-Age=34560000; Path=/; HttpOnly; SameSite=Lax`);
  expect((await client.call(getStatus)).user.displayName).toBe("Anna Reyes");
});

test("a number that this browser has not proved is refused, even with isVerified", async () => {
  const { client, phoneNumber } = await proven();
  const refused = async (asking: Client, number: string) => {
    const { status, body } = await asking.ask(register, { body: profile(number) });
    expect(status).toBe(403);
    expect(body).toMatchObject({ message: "Please verify your phone number first." });
  };
  await refused(new Client(server().url), phoneNumber);
  await refused(client, newPhoneNumber());

  const unanswered = new Client(server().url);
  const asked = newPhoneNumber();
  await unanswered.call(requestVerification, { body: { phoneNumber: asked } });
  await refused(unanswered, asked);

  await client.call(register, { body: profile(phoneNumber) });
  await refused(client, phoneNumber);
});

test("a proof works for half an hour", async () => {
  const { client, phoneNumber } = await proven();
  server().clock.advance(30 * minuteMs);
  expect((await client.ask(register, { body: profile(phoneNumber) })).status).toBe(403);
});

test("a proof makes one account, even if twenty requests use it at once", async () => {
  const { client, phoneNumber } = await proven();
  const before = await countPeople();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => client.ask(register, { body: profile(phoneNumber) })),
  );
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 403)]);
  expect(await countPeople()).toBe(before + 1);
});

test("a number that has an account cannot be registered again", async () => {
  const first = await proven();
  server().clock.advance(minuteMs);
  const { client, phoneNumber } = await proven(first.phoneNumber);
  await first.client.call(register, { body: profile(phoneNumber) });
  const { status, body } = await client.ask(register, { body: profile(phoneNumber) });
  expect(status).toBe(409);
  expect(body).toMatchObject({ message: "This phone number already has an account." });
});

test("somebody whom a code has just signed in reads that the number is taken, not that it is unproven", async () => {
  const { phoneNumber } = await signUp(server());
  const { client } = await proven(phoneNumber);
  const { status, body } = await client.ask(register, { body: profile(phoneNumber) });
  expect(status).toBe(409);
  expect(body).toMatchObject({ message: "This phone number already has an account." });
});

test("with an invitation the role is the invited one, and no family is started", async () => {
  const anna = await signUp(server());
  const inviteCode = await invite(anna, "grandparent");
  const { client, phoneNumber } = await proven();
  const body = { ...profile(phoneNumber), inviteCode };
  const wrong = await client.ask(register, { body });
  expect(wrong.status).toBe(400);
  expect(wrong.body).toMatchObject({ fields: { role: "This invitation is for a different role." } });
  const { user } = await client.call(register, { body: { ...body, role: "grandparent" } });
  expect(user).toMatchObject({ role: "grandparent", familyId: null });
});

test("an invitation that was canceled makes nobody more than admin of their own family", async () => {
  const { client, phoneNumber } = await proven();
  const body = { ...profile(phoneNumber), role: "child" as const, inviteCode: "nothing" };
  const { token, user } = await client.call(register, { body });
  expect(user.role).toBe("admin");
  client.token = token;
  expect((await client.call(getFamily)).members).toMatchObject([{ id: user.id, role: "admin" }]);
});

test("an unknown invitation is refused in the words of the invite page when nothing was proved", async () => {
  const { phoneNumber: _, ...body } = profile("");
  const answer = await new Client(server().url).ask(register, { body: { ...body, inviteCode: "nothing" } });
  expect(answer.status).toBe(404);
  expect(answer.body).toMatchObject({ message: "Invitation not found or has expired" });
});

test.each([
  [{ role: "child" }, { role: "Family members join by invitation." }],
  [{ role: "owner" }, { role: "Please select a role" }],
  [{ username: "A" }, { username: "Name must be at least 2 characters" }],
  [{ password: "short" }, { password: "Please use at least 8 characters" }],
  [{ familyId: 1 }, { familyId: "A family is joined by invitation" }],
  [{ timeZone: "Atlantis/Capital" }, { timeZone: "We don't know this time zone." }],
  [{ timeZone: "+05:30" }, { timeZone: "We don't know this time zone." }],
  [{ timeZone: "US/Pacific-New" }, { timeZone: "We don't know this time zone." }],
])("%j is refused at its field", async (change, fields) => {
  const { client, phoneNumber } = await proven();
  const { status, body } = await client.ask(register, { body: { ...profile(phoneNumber), ...change } });
  expect(status).toBe(400);
  expect(body).toMatchObject({ fields });
});

test("no made-up role or key makes a person more than admin of their own family", async () => {
  const anna = await signUp(server());
  const inventions = fc.record(
    {
      role: fc.constantFrom("admin", "child", "grandparent", "superuser", "ADMIN", 1, null, ["admin"]),
      familyId: fc.constantFrom(anna.familyId, String(anna.familyId), 0, null, undefined),
      family_id: fc.constant(anna.familyId),
      isAdmin: fc.boolean(),
      id: fc.constant(anna.id),
      inviteCode: fc.constantFrom("", "x", "' or true --", null),
      __proto__: fc.constant({ role: "admin" }),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(inventions, async (invented) => {
      const { client, phoneNumber } = await proven();
      const { status } = await client.ask(register, { body: { ...profile(phoneNumber), ...invented } });
      expect([201, 400, 404]).toContain(status);
    }),
    inLong({ numRuns: 400 }, { numRuns: 40, seed: 20261120 }),
  );
  const { members } = await anna.client.call(getFamily);
  expect(members.map(({ id }) => id)).toEqual([anna.id]);
  const crowded = await server()
    .database.kysely.selectFrom("memberships")
    .select("family_id")
    .groupBy("family_id")
    .having((having) => having.fn.countAll(), ">", 1)
    .execute();
  expect(crowded).toEqual([]);
}, 60_000);

test("one address can sign up five times in half an hour", async () => {
  const small = await startServer({ limits: { registrationsPerIp: 5 } });
  try {
    const client = new Client(small.url);
    const attempt = () => client.ask(register, { body: profile(newPhoneNumber()) });
    for (let turn = 0; turn < 5; turn++) expect((await attempt()).status).toBe(403);
    const { status, body, headers } = await attempt();
    expect(status).toBe(429);
    expect(body).toMatchObject({ message: "That was a lot at once. Please try again in 30 minutes." });
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(1700);
  } finally {
    await small.stop();
  }
});
