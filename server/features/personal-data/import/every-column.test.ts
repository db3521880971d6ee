// What an import brings is compared with the family that it came from, column by column, so nothing is dropped unnoticed.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { importFamily } from "#contract/personal-data/family-import.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { type Column, columnsOfFamilies } from "#tests/support/every-column.ts";
import { emptyLists, exportOf, familyWithEveryList, uploadOf } from "#tests/support/family-file.ts";
import { signUp } from "#tests/support/people.ts";
import { lastCell, useServer } from "#tests/support/server.ts";

const server = useServer({ env: lastCell });

const own = "a number of its own here";
const people = "the people are not there yet";
const file = "stays in the file";
const work = "when the server has work to do";
const computed = "computed from other columns";
const address = "the address of the calendar, which the file does not have";
const ofPerson = "what one person chose, which only their own file has";
const device = "a step on one device, for minutes";
const encoded = "a picture is encoded again";

/** The columns that an import does not bring as they were, and why. A table stands for all of its columns. */
const excused: Readonly<Record<string, string>> = {
  activity: file,
  webhooks: "its address, which the file does not have",
  webhook_deliveries: work,
  birthdays: people,
  calendar_connection_attempts: device,
  calendar_connections: address,
  calendar_revocations: work,
  calendar_settings: "what the screen shows",
  "escalation_plans.first_contact_id": people,
  "families.delete_at": work,
  "families.id": own,
  "families.stored_megabytes": "what the operator of the other server had set",
  family_deletions: "whether the family is about to be deleted",
  "family_phrases.id": own,
  "family_phrases.is_deleted": "a phrase that was deleted or edited is not in the file",
  "family_phrases.position":
    "an edited phrase has the number that it had before; import.test.ts looks at the order",
  family_reachability: computed,
  google_events: address,
  "guide_pictures.added_at": "when it was stored here",
  "guide_pictures.added_by": "the person who imports it",
  "guide_pictures.check_at": work,
  "guide_pictures.id": own,
  "guide_pictures.media_id": own,
  "guide_steps.guide_id": own,
  "guide_steps.picture_id": own,
  "guides.id": own,
  "guides.phrase_id": own,
  "guides.thing_id": own,
  "guides.version": "tells apart who has changed it first",
  "guides.written_by": people,
  hello_hearts: file,
  hello_pictures: file,
  hello_voice_messages: file,
  hellos: file,
  help_call_backs: file,
  help_pictures: file,
  help_promises: file,
  help_replies: file,
  help_reply_receipts: file,
  help_request_receipts: file,
  help_requests: file,
  help_verdicts: file,
  help_voice_messages: file,
  invitations: people,
  letter_recipients: ofPerson,
  light_contacts: ofPerson,
  light_waves: ofPerson,
  lights: ofPerson,
  "local_events.id": own,
  "manual_event_exceptions.manual_event_id": own,
  manual_event_occurrences: computed,
  manual_event_people: people,
  "manual_events.expanded_until": computed,
  "manual_events.id": own,
  "manual_events.revised_at": "when it was stored here",
  "manual_events.revision": "tells calendar apps what has changed",
  "manual_events.series_id": own,
  "media.bytes": encoded,
  "media.size": encoded,
  "media.content_key": "says only where the bytes are",
  "media.id": own,
  memberships: people,
  messages: people,
  participants: people,
  phone_doors: ofPerson,
  phone_recordings: work,
  published_calendars: ofPerson,
  puzzle_answers: ofPerson,
  "puzzles.id": own,
  reminder_choices: ofPerson,
  reminders: ofPerson,
  sessions: people,
  sign_in_codes: device,
  subscribed_calendars: address,
  subscribed_events: address,
  "thing_pictures.id": own,
  "thing_pictures.media_id": own,
  "thing_pictures.thing_id": own,
  "things.id": own,
  video_calls: "lasts as long as the call",
};

/** Rows that are not in the file. */
const left: Readonly<Record<string, string>> = { family_phrases: "is_deleted" };

/** A column's values in a family's rows, as sorted texts, and how many of them are not what a new row has by itself. */
async function valuesIn(db: Db, { table, name }: Column, familyId: number) {
  const { rows: defaults } = await sql<{ value: string }>`select coalesce(column_default, 'null') as value
    from information_schema.columns where table_schema = 'public' and table_name = ${table}
    and column_name = ${name}`.execute(db);
  const key = table === "families" ? "id" : "family_id";
  const { rows } = await sql<{ value: string | null; isEntered: boolean }>`
    select ${sql.ref(name)}::text as value, ${sql.ref(name)} is distinct from ${sql.raw(defaults[0]?.value ?? "null")} as "isEntered"
    from ${sql.table(table)} where ${sql.ref(key)} = ${familyId} and not ${sql.raw(left[table] ?? "false")}
    order by 1`.execute(db);
  return {
    values: rows.map(({ value }) => value),
    entered: rows.filter(({ isEntered }) => isEntered).length,
  };
}

test("every column of a family's tables is imported as it was, or has a reason why it is not", async () => {
  const { anna } = await familyWithEveryList(server());
  // On the same server, every number is another one.
  const nora = await signUp(server(), { name: "Nora Nash" });
  const zip = await exportOf(anna);
  expect(emptyLists(zip)).toEqual([]);
  const { familyId } = await nora.client.call(importFamily, uploadOf(zip));

  const [changed, empty]: [string[], string[]] = [[], []];
  const used = new Set<string>();
  const { kysely: db } = server().database;
  for (const column of await columnsOfFamilies(db)) {
    const before = await valuesIn(db, column, anna.familyId);
    const after = await valuesIn(db, column, familyId);
    const isSame = JSON.stringify(before.values) === JSON.stringify(after.values);
    if (isSame && before.entered > 0) continue;
    const name = `${column.table}.${column.name}`;
    const reason = [column.table, name].find((one) => excused[one] !== undefined);
    if (reason) used.add(reason);
    else if (isSame) empty.push(name);
    else changed.push(name);
  }
  expect.soft(changed, "neither imported nor excused").toEqual([]);
  expect.soft(empty, "without a value in tests/support/family-file.ts that could get lost").toEqual([]);
  expect(
    Object.keys(excused).filter((name) => !used.has(name)),
    "excused without need",
  ).toEqual([]);
});
