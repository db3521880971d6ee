import { type RawBuilder, sql } from "kysely";
import { expect, test } from "vitest";
import { requestAccountDeletion } from "#contract/accounts/deletion.ts";
import { getStatus } from "#contract/accounts/sign-in.ts";
import { dayMs, minuteMs } from "#contract/durations.ts";
import { changeFamily, changeRole, getFamily, leaveFamily, removeMember } from "#contract/families.ts";
import { acknowledgeHelpRequest, askForHelp } from "#contract/help/requests.ts";
import {
  cancelFamilyDeletion,
  getFamilyDeletion,
  keepFamily,
  requestFamilyDeletion,
} from "#contract/personal-data/family-deletion.ts";
import { runDue } from "#server/platform/jobs/queue.ts";
import { queues } from "#server/schedule.ts";
import { addEmail } from "#tests/support/channels.ts";
import { Client } from "#tests/support/client.ts";
import { plan } from "#tests/support/events.ts";
import { fillEveryTable, filledTables } from "#tests/support/every-table.ts";
import {
  forgetProof,
  join,
  type Person,
  proveFreshly,
  reyesFamily,
  signUp,
  staySignedIn,
} from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer();

const inAWeek = () => new Date(server().clock.now().getTime() + 7 * dayMs);
const inWords = (day: Date) =>
  day.toLocaleDateString("en-US", {
    ...({ weekday: "long", month: "long", day: "numeric" } as const),
    timeZone: "America/New_York",
  });

const run = <Row>(statement: RawBuilder<Row>) => statement.execute(server().database.kysely);
const request = ({ client }: Person) => client.ask(requestFamilyDeletion);
const familyOf = ({ client }: Person) => client.call(getFamily);

async function runQueues(...names: string[]): Promise<void> {
  for (const queue of queues) if (names.includes(queue.name)) await runDue(server().world, queue);
}

async function pass(days: number): Promise<void> {
  server().clock.advance(days * dayMs);
  await staySignedIn(server());
  await runQueues("account-deletions", "family-deletions", "empty-families");
}

const isThere = async (familyId: number): Promise<boolean> =>
  (await run(sql`select from families where id = ${familyId}`)).rows.length === 1;

/** The newest link to this person. */
const linkTo = ({ phoneNumber }: Person): string => {
  const { text = "" } = server().outbox.findLast(({ to }) => to === phoneNumber) ?? {};
  return /\/family\/keep\?to=([\w-]+)/.exec(text)?.[1] ?? "none";
};
const behind = (token: string) => new Client(server().url).ask(getFamilyDeletion, { params: { token } });
const keepBy = (token: string) => new Client(server().url).ask(keepFamily, { params: { token } });

test("a family exists for seven days after the request, and is then gone from every table; its people stay", async () => {
  const id = await fillEveryTable(server().world);
  const zoe = await join(server(), { familyId: id } as Person, "admin", "Zoe");
  const nora = await signUp(server(), { name: "Nora Nash" });
  await plan(nora);
  const before = (await run(sql`select from people`)).rows.length;
  expect(await request(zoe)).toMatchObject({ status: 201, body: { dueAt: "2026-11-27T13:05:00.000Z" } });
  await pass(6.99);
  expect(await filledTables(server().world, id)).toContain("manual_events");
  await pass(0.02);
  expect(await isThere(id)).toBe(false);
  expect(await filledTables(server().world, id)).toEqual(["calendar_revocations", "phone_recordings"]);
  await runQueues("calendar-revocations", "phone-recordings");
  expect(await filledTables(server().world, id)).toEqual([]);
  expect((await zoe.client.call(getStatus)).user).toMatchObject({ familyId: null, families: [] });
  expect((await run(sql`select from people`)).rows).toHaveLength(before);
  expect(await isThere(nora.familyId)).toBe(true);
});

test("a person who is in another family sees that one afterwards", async () => {
  const { anna, ben } = await reyesFamily(server());
  const nora = await signUp(server(), { name: "Nora Nash" });
  await run(sql`insert into memberships (family_id, person_id, role, joined_at)
    values (${nora.familyId}, ${ben.id}, 'child', ${server().clock.now()})`);
  await request(anna);
  await pass(7.01);
  expect((await ben.client.call(getStatus)).user).toMatchObject({ familyId: nora.familyId });
  expect(await familyOf(ben)).toMatchObject({ id: nora.familyId });
});

test("it takes a fresh proof, and an admin", async () => {
  const { anna, ben } = await reyesFamily(server());
  expect((await request(ben)).status).toBe(403);
  await forgetProof(server(), anna);
  expect(await request(anna)).toMatchObject({ status: 403, body: { code: "fresh-proof-needed" } });
  expect(await familyOf(anna)).toMatchObject({ deletion: null });
});

test("every member is told what happens when, at their number and address, and Rose that help still comes", async () => {
  const { anna, ben, rose } = await reyesFamily(server());
  await addEmail(server(), ben);
  const [texts, mails] = [server().outbox.length, server().mailbox.length];
  await request(anna);
  await runQueues("messages");
  const textTo = ({ phoneNumber }: Person) =>
    server()
      .outbox.slice(texts)
      .filter(({ to }) => to === phoneNumber)
      .map(({ text }) => text.replace(/ http\S+$/, ""));
  const rest = "Until then everything works, and help still comes. Want to keep it?";
  const day = inWords(inAWeek());
  const gone = `On ${day} everything in it will be deleted for good. ${rest}`;
  expect(textTo(anna)).toEqual([`You asked us to delete “The Reyes family” on Porchlight. ${gone}`]);
  expect(textTo(ben)).toEqual([`Anna Reyes asked us to delete “The Reyes family” on Porchlight. ${gone}`]);
  expect(textTo(rose)).toEqual([
    `“The Reyes family” on Porchlight closes on ${day}. Anna Reyes asked for it. ` +
      "Until then everything works, and you can ask for help as always. Want to keep it?",
  ]);
  expect(server().mailbox.slice(mails)).toMatchObject([
    { to: `person-${ben.id}@example.com`, subject: "Your family on Porchlight will be deleted" },
  ]);
});

test("a family whose time zone PostgreSQL doesn't know keeps no other family from hearing of a deletion", async () => {
  const [odd, usual] = [await reyesFamily(server()), await reyesFamily(server())];
  await run(sql`update families set time_zone = 'US/Pacific-New' where id = ${odd.anna.familyId}`);
  await request(odd.anna);
  await request(usual.anna);
  await runQueues("messages");
  expect([linkTo(odd.rose), linkTo(usual.rose)]).not.toContain("none");
});

test("the app says when it is due and who asked, and any member keeps the family there", async () => {
  const { anna, ben, rose } = await reyesFamily(server());
  const { body } = await request(anna);
  expect(await familyOf(rose)).toMatchObject({ deletion: { dueAt: body.dueAt, askedBy: "Anna Reyes" } });
  server().clock.advance(dayMs);
  await staySignedIn(server());
  await proveFreshly(server(), anna);
  expect((await request(anna)).body).toEqual(body);
  await ben.client.call(cancelFamilyDeletion);
  expect(await familyOf(rose)).toMatchObject({ deletion: null });
  expect((await anna.client.ask(cancelFamilyDeletion)).status).toBe(404);
  await pass(8);
  expect(await isThere(anna.familyId)).toBe(true);
});

test("the link keeps the family for every member, until it is due", async () => {
  const { anna, rose } = await reyesFamily(server());
  await request(anna);
  await runQueues("messages");
  const token = linkTo(rose);
  expect((await behind(token)).body).toEqual({
    familyName: "The Reyes family",
    askedBy: "Anna Reyes",
    askedAt: server().clock.now().toISOString(),
    dueAt: inAWeek().toISOString(),
  });
  server().clock.advance(6 * dayMs);
  expect(await keepBy(token)).toMatchObject({ status: 200, body: { dueAt: null } });
  expect((await behind(linkTo(anna))).body).toMatchObject({ dueAt: null });
  await pass(2);
  expect(await isThere(anna.familyId)).toBe(true);
  expect((await keepBy(token)).status).toBe(410);
});

test("a link ends with the request that it was about", async () => {
  const { anna, ben, rose } = await reyesFamily(server());
  await request(anna);
  await runQueues("messages");
  const [first, bensFirst] = [linkTo(rose), linkTo(ben)];
  await anna.client.call(cancelFamilyDeletion);
  server().clock.advance(minuteMs);
  await request(anna);
  await runQueues("messages");
  expect((await keepBy(first)).status).toBe(410);
  expect(bensFirst).not.toBe(linkTo(ben));
  const forged = `${linkTo(rose).slice(0, -2)}AA`;
  expect((await keepBy(forged)).status).toBe(410);
  expect(await familyOf(rose)).toMatchObject({ deletion: { askedBy: "Anna Reyes" } });
});

/** Ben is a co-admin who asks for the deletion and then removes everybody else. */
async function hostileTakeover() {
  const { anna, ben, rose } = await reyesFamily(server());
  await anna.client.call(changeRole, { params: { id: ben.id }, body: { role: "admin" } });
  expect((await request(ben)).status).toBe(201);
  for (const { id } of [anna, rose]) await ben.client.call(removeMember, { params: { id } });
  return { anna, ben, rose };
}

test("whoever was a member at the request is told and can keep the family, though removed since", async () => {
  const { anna, ben, rose } = await hostileTakeover();
  await runQueues("messages");
  expect(await keepBy(linkTo(anna))).toMatchObject({ status: 200, body: { dueAt: null } });
  expect(await familyOf(ben)).toMatchObject({ deletion: null });
  expect((await behind(linkTo(rose))).body).toMatchObject({ dueAt: null });
  await pass(8);
  expect(await isThere(ben.familyId)).toBe(true);
});

test("whoever was removed in the month before the request is told too, and those who had left are not", async () => {
  const { anna, ben, rose } = await reyesFamily(server());
  const carla = await join(server(), anna, "child", "Carla");
  await anna.client.call(changeRole, { params: { id: ben.id }, body: { role: "admin" } });
  await carla.client.call(leaveFamily);
  await ben.client.call(removeMember, { params: { id: rose.id } });
  server().clock.advance(2 * dayMs);
  await proveFreshly(server(), ben);
  await ben.client.call(removeMember, { params: { id: anna.id } });
  server().clock.advance(28 * dayMs);
  await staySignedIn(server());
  await proveFreshly(server(), ben);
  await request(ben);
  await runQueues("messages");
  const { text = "" } = server().outbox.findLast(({ to }) => to === anna.phoneNumber) ?? {};
  expect(text.replace(/ http\S+$/, "")).toBe(
    "Someone asked us to delete “The Reyes family” on Porchlight, which you were in until recently. " +
      `On ${inWords(inAWeek())} everything in it will be deleted for good. Want to keep it?`,
  );
  expect([linkTo(rose), linkTo(carla)]).toEqual(["none", "none"]);
  expect((await keepBy(linkTo(anna))).status).toBe(200);
  expect(await familyOf(ben)).toMatchObject({ deletion: null });
});

test("a removed person's link says nothing of the family, and opens nothing of it", async () => {
  const { anna, ben } = await hostileTakeover();
  await runQueues("messages");
  await ben.client.call(changeFamily, { body: { name: "Secret" } });
  const times = { askedAt: server().clock.now().toISOString(), dueAt: inAWeek().toISOString() };
  expect((await behind(linkTo(anna))).body).toEqual({ familyName: null, askedBy: null, ...times });
  expect((await keepBy(linkTo(anna))).body).toEqual({
    familyName: null,
    askedBy: null,
    ...times,
    dueAt: null,
  });
  expect((await anna.client.ask(getFamily)).status).toBe(404);
  expect((await anna.client.ask(cancelFamilyDeletion)).status).toBe(404);
});

test("until then, people ask for help and get it as always", async () => {
  const { anna, ben, rose } = await reyesFamily(server());
  await request(anna);
  server().clock.advance(6.9 * dayMs);
  await staySignedIn(server());
  const { id } = await rose.client.call(askForHelp, { body: { text: "My lamp is broken." } });
  await runQueues("messages");
  await ben.client.call(acknowledgeHelpRequest, { params: { id } });
  await pass(0.2);
  expect(await isThere(anna.familyId)).toBe(false);
});

test("it also happens when its last member has left, or when the person who asked has deleted their account", async () => {
  const anna = await signUp(server());
  await request(anna);
  await anna.client.call(leaveFamily);
  await pass(7.01);
  expect(await isThere(anna.familyId)).toBe(false);
  const other = await reyesFamily(server());
  await other.anna.client.call(changeRole, { params: { id: other.ben.id }, body: { role: "admin" } });
  await other.anna.client.call(requestAccountDeletion);
  server().clock.advance(dayMs);
  await staySignedIn(server());
  await proveFreshly(server(), other.anna);
  await request(other.anna);
  await pass(6.01);
  expect(await familyOf(other.ben)).toMatchObject({ deletion: { askedBy: null } });
  await pass(1);
  expect(await isThere(other.anna.familyId)).toBe(false);
});

test("a fourth request within a day is refused, so that nobody is flooded with messages", async () => {
  const anna = await signUp(server());
  for (let count = 0; count < 3; count += 1) {
    expect((await request(anna)).status).toBe(201);
    await anna.client.call(cancelFamilyDeletion);
  }
  expect((await request(anna)).status).toBe(429);
  expect(await familyOf(anna)).toMatchObject({ deletion: null });
});

test("the deletion time of a deleted person's own family is set only once", async () => {
  const anna = await signUp(server());
  await anna.client.call(requestAccountDeletion);
  await run(sql`create table written (at timestamptz)`);
  await run(sql`create function note_written() returns trigger language plpgsql as $$
    begin insert into written values (new.delete_at); return new; end $$`);
  await run(sql`create trigger note_written after update of delete_at on families
    for each row execute function note_written()`);
  server().clock.advance(7.01 * dayMs);
  await runQueues("account-deletions");
  const { rows } = await run(sql<{ at: Date }>`select at from written`);
  expect(rows).toEqual([{ at: server().clock.now() }]);
});
