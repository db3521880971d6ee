import { expect, test } from "vitest";
import { dayMs, hourMs } from "#contract/durations.ts";
import { changeRole, leaveFamily } from "#contract/families.ts";
import {
  acceptInvitation,
  askForRenewal,
  createInvitation,
  declineInvitation,
  getExpiredInvitation,
  listInvitations,
  renewInvitation,
  verifyInvitation,
} from "#contract/invitations.ts";
import { Client } from "#tests/support/client.ts";
import { openStream } from "#tests/support/live-stream.ts";
import {
  join,
  newPhoneNumber,
  type Person,
  proveFreshly,
  reyesFamily,
  signUp,
} from "#tests/support/people.ts";
import { startServer, useServer } from "#tests/support/server.ts";

const server = useServer();

const anybody = () => new Client(server().url);
const verify = (code: string) => anybody().ask(verifyInvitation, { query: { code } });
const expired = (code: string) => anybody().ask(getExpiredInvitation, { query: { code } });
const askAgain = (inviteCode: string) => anybody().ask(askForRenewal, { body: { inviteCode } });
const renew = (person: Person, id: number) => person.client.ask(renewInvitation, { params: { id } });
const aWeek = 7 * dayMs;
const pass = (milliseconds: number) => server().clock.advance(milliseconds);

let lastRecipient = 0;
async function invited(inviter: Person, change: object = {}) {
  const email = `carla${++lastRecipient}@example.com`;
  const body = { name: "Carla", email, role: "child", familyId: inviter.familyId, ...change };
  return inviter.client.call(createInvitation, { body });
}
const list = ({ client, familyId }: Person) => client.call(listInvitations, { params: { familyId } });

test("a renewal makes the same link valid for seven more days, and sends it again", async () => {
  const anna = await signUp(server());
  const phoneNumber = newPhoneNumber();
  const { id, inviteCode, email } = await invited(anna, { phoneNumber });
  pass(aWeek);
  expect((await verify(inviteCode)).status).toBe(404);
  const { status, body } = await renew(anna, id);
  const now = server().clock.now();
  expect(status).toBe(200);
  expect(body).toMatchObject({ id, inviteCode, emailedAt: now.toISOString(), textedAt: now.toISOString() });
  expect(body.expiresAt).toBe(new Date(now.getTime() + aWeek).toISOString());
  expect((await verify(inviteCode)).status).toBe(200);
  expect(server().mailbox.filter(({ to }) => to === email)).toHaveLength(2);
  expect(server().outbox.filter(({ to }) => to === phoneNumber)).toHaveLength(2);
});

test("a declined link says so and who can send it again; sent again, it works", async () => {
  const anna = await signUp(server(), { name: "Anna Reyes" });
  const { id, inviteCode, email } = await invited(anna);
  await anybody().call(declineInvitation, { body: { inviteCode } });
  expect(await verify(inviteCode)).toMatchObject({
    status: 410,
    body: {
      message: "This invitation has already been used",
      fields: { code: "Somebody declined it. To join after all, ask Anna Reyes to send it again." },
    },
  });
  const sent = server().mailbox.filter(({ to }) => to === email).length;
  expect(await renew(anna, id)).toMatchObject({ status: 200, body: { id, inviteCode, status: "pending" } });
  expect(server().mailbox.filter(({ to }) => to === email)).toHaveLength(sent + 1);
  expect((await verify(inviteCode)).status).toBe(200);
});

test("a pending invitation can be renewed too; one by which somebody joined, or a canceled one, cannot", async () => {
  const anna = await signUp(server());
  const { id, inviteCode } = await invited(anna);
  pass(aWeek / 2);
  expect((await renew(anna, id)).status).toBe(200);
  const guest = await signUp(server());
  await guest.client.call(acceptInvitation, { body: { inviteCode } });
  const refused = await renew(anna, id);
  expect(refused).toMatchObject({
    status: 409,
    body: { message: "This invitation has already been answered." },
  });
  expect((await renew(anna, 999_999_999)).status).toBe(404);
});

test("a renewed invitation counts toward the twenty pending ones", async () => {
  const small = await startServer({ limits: { pendingInvitations: 1 } });
  try {
    const anna = await signUp(small);
    const first = await invited(anna);
    expect((await renew(anna, first.id)).status).toBe(200);
    small.clock.advance(aWeek);
    await invited(anna);
    expect((await renew(anna, first.id)).status).toBe(409);
  } finally {
    await small.stop();
  }
});

test("an expired link shows who can renew it, and a working one does not", async () => {
  const anna = await signUp(server(), { name: "Anna Reyes" });
  const { id, inviteCode } = await invited(anna);
  const early = await expired(inviteCode);
  expect(early).toMatchObject({ status: 409, body: { message: "This link works. Please open it again." } });
  expect((await expired("unknown")).status).toBe(404);
  pass(aWeek);
  const { status, body } = await expired(inviteCode);
  expect(status).toBe(200);
  expect(body).toEqual({ id, familyId: anna.familyId, name: "Carla", renewedBy: "Anna Reyes" });
});

test("if the sender has left or may no longer invite, the link shows who may", async () => {
  const { anna, ben } = await reyesFamily(server());
  await anna.client.call(changeRole, { params: { id: ben.id }, body: { role: "admin" } });
  const { inviteCode } = await invited(anna);
  pass(aWeek);
  await proveFreshly(server(), ben);
  await ben.client.call(changeRole, { params: { id: anna.id }, body: { role: "child" } });
  expect((await expired(inviteCode)).body).toMatchObject({ renewedBy: "Ben" });
  await anna.client.call(leaveFamily);
  expect((await verify(inviteCode)).body).toMatchObject({
    message: "Invitation not found or has expired",
    fields: { code: "Please ask Ben for a new link." },
  });
});

test("a request for renewal shows to the family at once, and is texted if no e-mail address is known", async () => {
  const anna = await signUp(server(), { name: "Anna Reyes" });
  const { id, inviteCode } = await invited(anna);
  pass(aWeek);
  const stream = await openStream(anna.client);
  expect((await askAgain(inviteCode)).status).toBe(204);
  await expect.poll(() => stream.heard).toEqual(["invitations"]);
  const [noted] = await list(anna);
  expect(noted).toMatchObject({ id, renewalAskedAt: server().clock.now().toISOString() });
  const link = `${server().world.config.publicUrl}/invite?code=${inviteCode}`;
  expect(server().outbox.at(-1)).toMatchObject({
    to: anna.phoneNumber,
    text: `Someone opened the Porchlight invitation for Carla, but it has expired. You can renew it with one tap: ${link}`,
  });
  await renew(anna, id);
  expect((await list(anna))[0]).toMatchObject({ renewalAskedAt: null });
});

test("the member who can renew gets an e-mail if their address is known", async () => {
  const anna = await signUp(server(), { name: "Anna Reyes" });
  const { kysely } = server().database;
  await kysely.updateTable("people").set({ email: "anna@example.com" }).where("id", "=", anna.id).execute();
  const { inviteCode } = await invited(anna);
  pass(aWeek);
  const texts = server().outbox.length;
  await askAgain(inviteCode);
  const email = server().mailbox.at(-1);
  expect(email).toMatchObject({ to: "anna@example.com", subject: "The invitation for Carla has expired" });
  expect(email?.text).toContain("Someone opened the invitation for Carla to “The Reyes family”.");
  expect(email?.text).toContain(`/invite?code=${inviteCode}`);
  expect(server().outbox).toHaveLength(texts);
});

test("they get at most one message an hour, however often somebody asks", async () => {
  const anna = await signUp(server());
  const { inviteCode } = await invited(anna);
  pass(aWeek);
  const texts = () => server().outbox.filter(({ to }) => to === anna.phoneNumber).length;
  const before = texts();
  const statuses = (await Promise.all([1, 2, 3, 4].map(() => askAgain(inviteCode)))).map(
    ({ status }) => status,
  );
  expect(statuses).toEqual([204, 204, 204, 204]);
  expect(texts() - before).toBe(1);
  pass(hourMs);
  await askAgain(inviteCode);
  expect(texts() - before).toBe(2);
});

test("nobody can request a renewal of an unknown, answered or working link", async () => {
  const anna = await signUp(server());
  const { inviteCode } = await invited(anna);
  expect((await askAgain(inviteCode)).status).toBe(409);
  expect((await askAgain("unknown")).status).toBe(404);
  await anybody().call(declineInvitation, { body: { inviteCode } });
  pass(aWeek);
  expect((await askAgain(inviteCode)).status).toBe(410);
});

test("one address can request ten renewals in half an hour", async () => {
  const codes = Array.from({ length: 12 }, (_, count) => `guess${count}`);
  const small = await startServer();
  try {
    const client = new Client(small.url);
    const statuses = [];
    for (const inviteCode of codes)
      statuses.push((await client.ask(askForRenewal, { body: { inviteCode } })).status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  } finally {
    await small.stop();
  }
});

test("a family member cannot renew; a grandparent can while the family has no admin", async () => {
  const nana = await signUp(server(), { name: "Rose", role: "grandparent" });
  const ben = await join(server(), nana, "child", "Ben");
  const { id, inviteCode } = await invited(nana, { role: "admin" });
  pass(aWeek);
  expect((await expired(inviteCode)).body).toMatchObject({ renewedBy: "Rose" });
  expect((await renew(ben, id)).status).toBe(403);
  expect((await renew(nana, id)).status).toBe(200);
});
