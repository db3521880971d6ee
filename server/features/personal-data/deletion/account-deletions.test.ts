import { sql } from "kysely";
import { expect, test } from "vitest";
import { getAccount } from "#contract/accounts/accounts.ts";
import { undoAccountChange } from "#contract/accounts/changes.ts";
import { cancelAccountDeletion, requestAccountDeletion } from "#contract/accounts/deletion.ts";
import { getStatus } from "#contract/accounts/sign-in.ts";
import { listActivity } from "#contract/activity.ts";
import { dayMs } from "#contract/durations.ts";
import { changeRole, getFamily, leaveFamily } from "#contract/families.ts";
import { promiseHelp } from "#contract/help/promises.ts";
import { addReply, listReplies } from "#contract/help/replies.ts";
import {
  acknowledgeHelpRequest,
  askForHelp,
  handOnHelpRequest,
  resolveHelpRequest,
} from "#contract/help/requests.ts";
import { giveVerdict } from "#contract/help/scams.ts";
import { runDue } from "#server/platform/jobs/queue.ts";
import { queues } from "#server/schedule.ts";
import { addEmail, subscribeToPush } from "#tests/support/channels.ts";
import { Client } from "#tests/support/client.ts";
import { plan } from "#tests/support/events.ts";
import {
  forgetProof,
  invite,
  join,
  joinByInvitation,
  type Person,
  proveFreshly,
  reyesFamily,
  signUp,
  staySignedIn,
} from "#tests/support/people.ts";
import { sendFace, sendPicture } from "#tests/support/photos.ts";
import { sendVoiceMessage } from "#tests/support/recordings.ts";
import { useServer } from "#tests/support/server.ts";
import { addPasskeyRow } from "#tests/support/sign-in/passkeys.ts";

const server = useServer();

const request = ({ client }: Person) => client.ask(requestAccountDeletion);

async function pass(days: number): Promise<void> {
  server().clock.advance(days * dayMs);
  await staySignedIn(server());
  for (const queue of queues)
    if (["account-deletions", "empty-families"].includes(queue.name)) await runDue(server().world, queue);
}

const isThere = async ({ id }: Person): Promise<boolean> =>
  (await sql`select from people where id = ${id}`.execute(server().database.kysely)).rows.length === 1;

const isFamilyThere = async (familyId: number): Promise<boolean> =>
  (await sql`select from families where id = ${familyId}`.execute(server().database.kysely)).rows.length ===
  1;

/** The tables that hold this text anywhere. */
async function tablesWith(text: string): Promise<string[]> {
  const { kysely } = server().database;
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`.execute(kysely);
  const found: string[] = [];
  for (const { name } of rows) {
    const { rows: hits } =
      await sql`select from ${sql.table(name)} t where t::text ilike ${`%${text}%`} limit 1`.execute(kysely);
    if (hits.length > 0) found.push(name);
  }
  return found;
}

const linkIn = (texts: readonly { to: string; text: string }[], to: string) =>
  /\/account\/undo\?to=([\w-]+)/.exec(texts.findLast((sent) => sent.to === to)?.text ?? "")?.[1] ?? "none";

const kindsIn = async ({ client }: Person) => {
  const { activity } = await client.call(listActivity);
  return activity.map(({ who, change }) => `${who}: ${change.kind}`);
};

test("an account exists for seven days after the request, and is then gone from every table", async () => {
  const anna = await signUp(server());
  const bella = await joinByInvitation(server(), anna, "child", "Bella");
  const rose = await join(server(), anna, "grandparent", "Rose");
  await addEmail(server(), bella);
  await subscribeToPush(bella);
  await addPasskeyRow(server(), bella);
  await plan(bella);
  const { id } = await rose.client.call(askForHelp, { body: { text: "My lamp is broken." } });
  await bella.client.call(promiseHelp, { params: { id }, body: { kind: "COMING", words: "Bella comes" } });
  await bella.client.call(resolveHelpRequest, { params: { id } });
  const scam = await rose.client.call(askForHelp, { body: { phraseId: 902 } });
  await bella.client.call(giveVerdict, { params: { id: scam.id }, body: { verdict: "SCAM" } });
  await bella.client.call(handOnHelpRequest, { params: { id: scam.id } });
  const own = await bella.client.call(askForHelp, { body: { text: "My car has broken down." } });
  await sendFace(bella.client);
  await sendPicture(bella.client, own.id);
  const roses = await rose.client.call(askForHelp, { body: { text: "My lamp is broken again." } });
  const bellasPicture = await sendPicture(bella.client, roses.id);
  await sendVoiceMessage(bella.client, roses.id);
  await sendVoiceMessage(bella.client, own.id);
  const words = { params: { id: roses.id }, headers: { "idempotency-key": "words" } };
  await bella.client.call(addReply, { ...words, body: { words: "Bella is on her way." } });
  const mark = { kind: "circle", x: 0.5, y: 0.5, radius: 0.1 };
  const marked = { words: "This one?", pictureId: bellasPicture, marks: [mark] };
  await rose.client.call(addReply, { ...words, body: marked });
  await anna.client.call(acknowledgeHelpRequest, { params: { id: own.id } });
  expect(await request(bella)).toMatchObject({ status: 201, body: { dueAt: "2026-11-27T13:05:00.000Z" } });
  await pass(6.99);
  expect(await isThere(bella)).toBe(true);
  await pass(0.02);
  expect(await isThere(bella)).toBe(false);
  expect((await bella.client.ask(getStatus)).status).toBe(401);
  const traces = await Promise.all(["Bella", bella.phoneNumber, `person-${bella.id}@`].map(tablesWith));
  expect(traces).toEqual([[], [], []]);
  expect(await anna.client.call(listReplies, { params: { id: roses.id } })).toMatchObject([
    { person: { name: "Rose" }, words: "This one?", picture: null, marks: [] },
  ]);
  const { kysely } = server().database;
  expect(await kysely.selectFrom("help_voice_messages").select("id").execute()).toEqual([]);
  const { members } = await anna.client.call(getFamily);
  expect(members.map(({ name }) => name)).toEqual(["Anna Reyes", "Rose"]);
  expect(await kindsIn(anna)).toContain("null: account-deleted");
});

test("it needs a fresh proof, and is announced to the number and the address of the account", async () => {
  const anna = await signUp(server());
  await addEmail(server(), anna);
  await forgetProof(server(), anna);
  expect(await request(anna)).toMatchObject({ status: 403, body: { code: "fresh-proof-needed" } });
  const rose = await signUp(server(), { name: "Rose" });
  await addEmail(server(), rose);
  await request(rose);
  expect(server().outbox.findLast(({ to }) => to === rose.phoneNumber)?.text).toMatch(
    /^Your Porchlight account will be deleted in 7 days, as you asked\. Want to keep it\? /,
  );
  expect(server().mailbox.at(-1)).toMatchObject({ subject: "Your account will be deleted" });
});

test("the link in the message keeps the account, until the deletion is due", async () => {
  const anna = await signUp(server());
  await request(anna);
  const token = linkIn(server().outbox, anna.phoneNumber);
  server().clock.advance(6 * dayMs);
  const undone = await new Client(server().url).ask(undoAccountChange, { params: { token } });
  expect(undone).toMatchObject({ status: 200, body: { kind: "deletion", isUndone: true } });
  await pass(2);
  expect(await isThere(anna)).toBe(true);
  const late = await signUp(server());
  await request(late);
  const lateToken = linkIn(server().outbox, late.phoneNumber);
  server().clock.advance(7 * dayMs);
  expect(
    (await new Client(server().url).ask(undoAccountChange, { params: { token: lateToken } })).status,
  ).toBe(410);
});

test("the app says when it is due, and keeps the account when asked", async () => {
  const anna = await signUp(server());
  const { body } = await request(anna);
  expect(await anna.client.call(getAccount)).toMatchObject({ deletionDueAt: body.dueAt });
  server().clock.advance(dayMs);
  await staySignedIn(server());
  await proveFreshly(server(), anna);
  expect((await request(anna)).body).toEqual(body);
  await anna.client.call(cancelAccountDeletion);
  expect(await anna.client.call(getAccount)).toMatchObject({ deletionDueAt: null });
  expect((await anna.client.ask(cancelAccountDeletion)).status).toBe(404);
  await pass(8);
  expect(await isThere(anna)).toBe(true);
});

test("the only admin of others has to appoint another one first, as for leaving", async () => {
  const { anna, ben } = await reyesFamily(server());
  expect(await request(anna)).toMatchObject({ status: 409 });
  await anna.client.call(changeRole, { params: { id: ben.id }, body: { role: "admin" } });
  expect((await request(anna)).status).toBe(201);
  expect((await ben.client.ask(leaveFamily)).status).toBe(409);
  await pass(8);
  expect(await ben.client.call(getStatus)).toMatchObject({ user: { role: "admin" } });
});

test("a family that lost its other admins in the meantime is looked after by the member who joined first", async () => {
  const { anna, ben } = await reyesFamily(server());
  const olga = await join(server(), anna, "admin", "Olga");
  await request(anna);
  await sql`delete from sessions where person_id = ${olga.id}`.execute(server().database.kysely);
  await sql`update memberships set role = 'child' where person_id = ${olga.id}`.execute(
    server().database.kysely,
  );
  await pass(8);
  expect(await ben.client.call(getStatus)).toMatchObject({ user: { role: "admin" } });
});

test("a family in which the deleted person was alone is deleted with the account, and no other", async () => {
  const [anna, neighbor] = [await signUp(server()), await signUp(server(), { name: "Nora Nash" })];
  await plan(anna);
  await invite(anna, "child", "Carl");
  await request(anna);
  await pass(8);
  expect([await isFamilyThere(anna.familyId), await isFamilyThere(neighbor.familyId)]).toEqual([false, true]);
  expect(await isThere(neighbor)).toBe(true);
});

test("a request for help that the deleted person had taken is asked again", async () => {
  const { anna, ben, rose } = await reyesFamily(server());
  await request(ben);
  server().clock.advance(6.9 * dayMs);
  await staySignedIn(server());
  const { id } = await rose.client.call(askForHelp, { body: { text: "My lamp is broken." } });
  await ben.client.call(acknowledgeHelpRequest, { params: { id } });
  await pass(0.2);
  const { rows } = await sql`select state, helper_id from help_requests where id = ${id}`.execute(
    server().database.kysely,
  );
  expect(rows).toMatchObject([{ state: "ACCEPTED", helper_id: null }]);
  expect(await isThere(anna)).toBe(true);
});

test("everything that points to a person is deleted with the account, or erased by a noun", async () => {
  const { rows } = await sql<{ name: string }>`
    select conrelid::regclass || ' ' || string_agg(attname, ' ' order by attname) as name
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any (conkey)
    where contype = 'f' and confrelid = any (array['people', 'participants']::regclass[]) and confdeltype = 'a'
    group by conrelid, conname order by 1`.execute(server().database.kysely);
  expect(rows.map(({ name }) => name)).toEqual([
    ...["hello_hearts family_id person_id", "hellos family_id given_by"],
    ...["help_pictures family_id sent_by", "help_promises family_id person_id"],
    ...["help_replies family_id person_id", "help_reply_receipts family_id person_id"],
    "help_request_receipts family_id person_id",
    ...["help_requests asked_by family_id", "help_requests family_id handed_on_by"],
    ...["help_requests family_id helper_id", "help_verdicts family_id person_id"],
    "help_voice_messages family_id sent_by",
    "invitations accepted_by family_id",
    ...["invitations family_id invited_by", "memberships family_id person_id", "memberships person_id"],
    ...["participants person_id", "sessions person_id", "video_calls family_id helper_id"],
  ]);
});
