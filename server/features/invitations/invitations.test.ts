import { expect, test } from "vitest";
import { dayMs } from "#contract/durations.ts";
import { changeFamily } from "#contract/families.ts";
import {
  createInvitation,
  deleteInvitation,
  listInvitations,
  verifyInvitation,
} from "#contract/invitations.ts";
import { invite, join, type Person, signUp } from "#tests/support/people.ts";
import { startServer, useServer } from "#tests/support/server.ts";

const server = useServer();

const rose = { name: "Rose", email: "rose@example.com", role: "grandparent" };
const create = (inviter: Person, change: object = {}) =>
  inviter.client.ask(createInvitation, { body: { ...rose, familyId: inviter.familyId, ...change } });
const list = (person: Person, familyId = person.familyId) =>
  person.client.call(listInvitations, { params: { familyId } });

test("an invitation is valid for seven days with a code of 128 random bits, and the list shows it again", async () => {
  const anna = await signUp(server());
  const { status, body } = await create(anna, { phoneNumber: "(614) 555-0177" });
  expect(status).toBe(201);
  expect(body).toEqual({
    id: expect.any(Number),
    familyId: anna.familyId,
    ...rose,
    phoneNumber: "+16145550177",
    status: "pending",
    inviteCode: expect.stringMatching(/^[\w-]{22}$/),
    expiresAt: new Date(server().clock.now().getTime() + 7 * dayMs).toISOString(),
    emailedAt: expect.any(String),
    textedAt: expect.any(String),
    renewalAskedAt: null,
  });
  expect(await list(anna)).toEqual([body]);
});

test("without an e-mail address the phone number takes its place", async () => {
  const anna = await signUp(server());
  expect(await create(anna, { email: null })).toMatchObject({
    status: 400,
    body: { fields: { phoneNumber: "Phone number must be at least 10 digits" } },
  });
  const { status, body } = await create(anna, { email: null, phoneNumber: "(614) 555-0178" });
  expect(status).toBe(201);
  expect(body).toMatchObject({ email: null, emailedAt: null, textedAt: expect.any(String) });
  expect(await list(anna)).toEqual([body]);
  expect(server().outbox.at(-1)).toMatchObject({ to: "+16145550178" });
});

test("the list is sorted newest first and has only the family's invitations", async () => {
  const anna = await signUp(server());
  await invite(await signUp(server()), "admin", "Stranger");
  await invite(anna, "admin", "First");
  server().clock.advance(1000);
  await invite(anna, "grandparent", "Second");
  await invite(anna, "child", "Third");
  expect((await list(anna)).map(({ name }) => name)).toEqual(["Third", "Second", "First"]);
});

test.each([
  [{ name: " " }, { name: "Name is required" }],
  [{ email: "rose" }, { email: "Please enter a valid email address" }],
  [{ role: "owner" }, { role: "Please select a role" }],
  [{ phoneNumber: "12" }, { phoneNumber: "That phone number doesn't exist. Please check it." }],
])("%j is refused at its field", async (change, fields) => {
  const anna = await signUp(server());
  const { status, body } = await create(anna, change);
  expect(status).toBe(400);
  expect(body).toMatchObject({ fields });
});

test("the role is co-administrator by default, and the phone number is optional", async () => {
  const anna = await signUp(server());
  const { body } = await create(anna, { role: undefined, phoneNumber: " " });
  expect(body).toMatchObject({ role: "admin", phoneNumber: null });
});

test("a number without a prefix belongs to the family's country", async () => {
  const anna = await signUp(server());
  expect((await create(anna, { phoneNumber: "614 555 0177" })).body.phoneNumber).toBe("+16145550177");
  await anna.client.call(changeFamily, { body: { country: "GB" } });
  expect((await create(anna, { phoneNumber: "07911 123456" })).body.phoneNumber).toBe("+447911123456");
  expect((await create(anna, { phoneNumber: "+1 614 555 0177" })).body.phoneNumber).toBe("+16145550177");
  expect((await create(anna, { phoneNumber: "12" })).status).toBe(400);
});

test.each([
  "614.555.0152",
  "\u202a(614)\u202c\u00a0555\u20110152",
  "tel:+16145550152",
  "６１４５５５０１５２",
  "٦١٤٥٥٥٠١٥٢",
])("the number %j of an invited person is taken as +16145550152", async (phoneNumber) => {
  const anna = await signUp(server());
  expect((await create(anna, { phoneNumber })).body.phoneNumber).toBe("+16145550152");
});

test("a number that was dialed from abroad has the country that its prefix names", async () => {
  const anna = await signUp(server());
  for (const phoneNumber of ["011 44 20 7946 0124", "0044 20 7946 0124"])
    expect((await create(anna, { phoneNumber })).body.phoneNumber).toBe("+442079460124");
  await anna.client.call(changeFamily, { body: { country: "GB" } });
  expect((await create(anna, { phoneNumber: "0113 496 0123" })).body.phoneNumber).toBe("+441134960123");
});

test.each(["06 12 34 56 78", "0412 345 678"])(
  "the number %j without its country's code is refused in an American family before anything is sent",
  async (phoneNumber) => {
    const anna = await signUp(server());
    const [texts, letters] = [server().outbox.length, server().mailbox.length];
    expect(await create(anna, { phoneNumber })).toMatchObject({
      status: 400,
      body: { fields: { phoneNumber: "Please start with + and your country's code" } },
    });
    expect([server().outbox.length, server().mailbox.length]).toEqual([texts, letters]);
  },
);

test.each([".", ")", ">", '"', "”", " ", "\u200b", "),", "—"])(
  "a link that was copied with %j after it opens the invitation",
  async (sign) => {
    const anna = await signUp(server());
    const { inviteCode } = (await create(anna)).body;
    const opened = await anna.client.call(verifyInvitation, { query: { code: inviteCode + sign } });
    expect(opened).toMatchObject({ name: "Rose", inviteCode });
  },
);

test("nobody can see or make invitations of another family, or of one that does not exist", async () => {
  const anna = await signUp(server());
  const ben = await signUp(server());
  await create(ben);
  for (const familyId of [ben.familyId, 999_999_999]) {
    expect((await create(anna, { familyId })).status).toBe(404);
    expect((await anna.client.ask(listInvitations, { params: { familyId } })).status).toBe(404);
  }
  expect(await list(ben)).toHaveLength(1);
});

test("a family member cannot invite; a grandparent can while the family has no admin", async () => {
  const nana = await signUp(server(), { name: "Rose", role: "grandparent" });
  const ben = await join(server(), nana, "child", "Ben");
  expect((await create(ben)).status).toBe(403);
  await join(server(), nana, "admin", "Anna");
  expect((await create(nana)).status).toBe(403);
  expect((await nana.client.ask(listInvitations, { params: { familyId: nana.familyId } })).status).toBe(403);
});

test("a family can have twenty pending invitations, even if forty are made at once", async () => {
  const anna = await signUp(server());
  const answers = await Promise.all(Array.from({ length: 40 }, () => create(anna)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.body).toMatchObject({
    message: "20 invitations are waiting for an answer. Please cancel one of them first.",
  });
  server().clock.advance(7 * dayMs);
  expect((await create(anna)).status).toBe(201);
});

test("a deleted invitation and its link are gone", async () => {
  const anna = await signUp(server());
  const { body } = await create(anna);
  const params = { id: body.id };
  await anna.client.call(deleteInvitation, { params });
  expect(await list(anna)).toEqual([]);
  expect((await anna.client.ask(verifyInvitation, { query: { code: body.inviteCode } })).status).toBe(404);
  expect((await anna.client.ask(deleteInvitation, { params })).status).toBe(404);
});

test("another family's invitation cannot be deleted", async () => {
  const anna = await signUp(server());
  const ben = await signUp(server());
  const { body } = await create(ben);
  expect((await anna.client.ask(deleteInvitation, { params: { id: body.id } })).status).toBe(404);
  expect(await list(ben)).toHaveLength(1);
});

test("the number of pending invitations is configurable", async () => {
  const small = await startServer({ limits: { pendingInvitations: 1 } });
  try {
    const anna = await signUp(small);
    expect((await create(anna)).status).toBe(201);
    expect((await create(anna)).status).toBe(409);
  } finally {
    await small.stop();
  }
});
