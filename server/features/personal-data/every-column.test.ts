// What a family has entered is in its export, or in the export of the person whose own it is.
// @module-tag extended
import { createHash } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { Db } from "#server/platform/db/schema.ts";
import { mediaParts } from "#server/platform/media/media.ts";
import {
  type Column,
  changeColumn,
  columnsOfFamilies,
  dropConstraints,
} from "#tests/support/every-column.ts";
import { fillEveryTable } from "#tests/support/every-table.ts";
import { useServer } from "#tests/support/server.ts";
import { jsonParts } from "./export/contents.ts";
import { zipOfAccount, zipOfFamily } from "./export/exports.ts";

const server = useServer();

const computed = "computed from other columns";
const work = "when the server has work to do";
const secret = "opens something, or is the hash of what does";
const measured = "a property of the file, which is in the ZIP";
const device = "a step on one device, for minutes";
const ofCalendar = "comes from the subscribed calendar, whose events are in calendar.ics";
const ofMessage = "how the message is delivered";

/** The columns that no export has, and why. A table stands for all of its columns. */
const excused: Readonly<Record<string, string>> = {
  "webhooks.sealed_url": secret,
  "webhooks.sealed_secret": secret,
  webhook_deliveries: "what the server has told a program, for a week",
  "birthdays.changed_at": "tells calendar apps what has changed",
  calendar_connection_attempts: device,
  "calendar_connections.subject": secret,
  "calendar_connections.sealed_refresh_token": secret,
  "calendar_connections.revoked_at": work,
  calendar_revocations: work,
  calendar_settings: "what the screen shows",
  "families.delete_at": work,
  "families.stored_megabytes": "what the person who runs the server allows",
  family_deletions: "whether the family is about to be deleted",
  family_reachability: computed,
  google_events: ofCalendar,
  "guide_pictures.width": measured,
  "guide_pictures.height": measured,
  "guide_pictures.added_at": "the guide says when it was written",
  "guide_steps.position": "the steps are in this order",
  "guides.phrase_id": "the export has the words of the phrase",
  "guides.version": "tells apart who has changed it first",
  "hello_pictures.place": "the pictures are in this order",
  "hello_pictures.width": measured,
  "hello_pictures.height": measured,
  "hello_pictures.small_id": "the same picture as the large one",
  "hello_voice_messages.duration_ms": measured,
  "hellos.idempotency_key": "tells apart two attempts of one device",
  "hellos.check_at": work,
  "hellos.sunday": "the export has the question",
  "help_pictures.help_request_id": "the reply that shows it says which request",
  "help_pictures.width": measured,
  "help_pictures.height": measured,
  "help_pictures.is_kept": "whether it is deleted after 90 days",
  "help_pictures.check_at": work,
  "help_promises.check_at": work,
  "help_promises.reminded_at": work,
  "help_promises.asked_at": work,
  "help_promises.ended_at": work,
  "help_replies.guide_id": "the export has the title of the guide",
  "help_replies.idempotency_key": "tells apart two attempts of one device",
  help_call_backs: "who is called back about a request, at the number of their phone door",
  help_reply_receipts: "who has seen what in the app",
  "help_requests.idempotency_key": "tells apart two attempts of one device",
  "help_requests.phrase_id": "the request has the words of the phrase",
  "help_requests.plan": work,
  "help_requests.plan_began_at": work,
  "help_requests.next_step": work,
  "help_requests.next_step_at": work,
  "help_voice_messages.help_request_id": "the reply that has it says which request",
  "help_voice_messages.duration_ms": measured,
  "help_voice_messages.is_kept": "whether it is deleted after 90 days",
  "help_voice_messages.check_at": work,
  "invitations.code_hash": secret,
  "invitations.sealed_code": secret,
  "invitations.expires_at": computed,
  "invitations.emailed_at": ofMessage,
  "invitations.texted_at": ofMessage,
  "invitations.renewal_asked_at": ofMessage,
  "letter_recipients.check_at": work,
  "lights.check_at": work,
  manual_event_occurrences: computed,
  "manual_events.expanded_until": computed,
  "manual_events.revision": "tells calendar apps what has changed",
  "manual_events.revised_at": "tells calendar apps what has changed",
  "messages.about": ofMessage,
  "messages.subject_id": ofMessage,
  "messages.address": ofMessage,
  "messages.is_urgent": ofMessage,
  "messages.failed_at": ofMessage,
  "messages.failure_reason": ofMessage,
  "messages.due_at": ofMessage,
  "messages.lease_until": ofMessage,
  "messages.attempts": ofMessage,
  "messages.provider_id": ofMessage,
  "phone_doors.pin_hash": secret,
  phone_recordings: work,
  "participants.role": "the role of somebody who has left is exported, and members have another one",
  "participants.removed_at": "decides who is told of the family's deletion",
  "published_calendars.secret_hash": secret,
  "published_calendars.sealed_secret": secret,
  "published_calendars.digest": computed,
  "puzzle_answers.answered_at": "the answer says its day",
  "reminder_choices.check_at": work,
  "reminder_choices.chosen_at": "decides which events are still reminded of",
  "reminders.category": "the event has it",
  "reminders.is_all_day": "the event has it",
  "reminders.location": "the event has it",
  "reminders.message": "whether it begins, has moved or is canceled",
  "reminders.event_id": "the reminder says what it reminds of",
  "reminders.version": work,
  "reminders.source": work,
  "reminders.reminded_day": work,
  "sessions.token_hash": secret,
  "sessions.device_hash": secret,
  "sessions.are_messages_off": device,
  "sessions.expires_at": device,
  "sessions.proven_at": device,
  sign_in_codes: device,
  "subscribed_calendars.changed_at": work,
  "subscribed_calendars.digest": computed,
  "subscribed_calendars.due_at": work,
  "subscribed_calendars.etag": work,
  "subscribed_calendars.events_found": computed,
  "subscribed_calendars.events_unreadable": computed,
  "subscribed_calendars.failed_at": work,
  "subscribed_calendars.failure": work,
  "subscribed_calendars.failures": work,
  "subscribed_calendars.fetched_at": work,
  "subscribed_calendars.first_unreadable": computed,
  "subscribed_calendars.last_modified": work,
  "subscribed_calendars.parsed_at": work,
  "subscribed_calendars.sealed_url": secret,
  subscribed_events: ofCalendar,
  "thing_pictures.width": measured,
  "thing_pictures.height": measured,
  "media.size": measured,
  "media.content_key": "says only where the bytes are",
  video_calls: "lasts as long as the call",
};

type Zip = Awaited<ReturnType<typeof zipOfFamily>>;

const seenBy = (db: Db) => ({ ...server().world, database: { ...server().database, kysely: db } });

/** A fingerprint of what was read from the database for a ZIP. */
async function contentOf(db: Db, { contents, media }: Zip): Promise<string> {
  const hash = createHash("sha256");
  for await (const part of jsonParts(contents)) hash.update(part);
  for (const file of media) {
    hash.update(file.name);
    for await (const part of mediaParts(seenBy(db), file)) hash.update(part);
  }
  return hash.digest("hex");
}

/** The family that has a row in every table, and its people. */
let owner: { familyId: number; people: number[] };
beforeAll(async () => {
  const { world, database } = server();
  const familyId = await fillEveryTable(world);
  const participants = await database.kysely
    .selectFrom("participants")
    .select("person_id")
    .where("family_id", "=", familyId)
    .execute();
  owner = { familyId, people: participants.map(({ person_id }) => person_id) };
  await dropConstraints(database.kysely);
});

const ofFamily = async (db: Db) => contentOf(db, await zipOfFamily(seenBy(db), owner.familyId));
async function ofAccounts(db: Db): Promise<string> {
  const contents: string[] = [];
  for (const personId of owner.people)
    contents.push(await contentOf(db, await zipOfAccount(seenBy(db), personId)));
  return contents.join();
}

class Undone extends Error {}

/** Changes a column in a transaction that is undone, and returns whether one of the exports notices. */
async function isExported(column: Column, before: Readonly<Record<"family" | "accounts", string>>) {
  let isNoticed = false;
  const tried = server()
    .database.kysely.transaction()
    .execute(async (trx) => {
      await changeColumn(trx, column, owner.familyId);
      // The strict schemas of the exports refuse some values, which they can only do with a value that they have read.
      const family = await ofFamily(trx).catch(() => "refused");
      const accounts = family === before.family ? await ofAccounts(trx).catch(() => "refused") : "not needed";
      isNoticed = family !== before.family || accounts !== before.accounts;
      throw new Undone();
    });
  await expect(tried).rejects.toThrow(Undone);
  return isNoticed;
}

test("every column of a family's tables is in an export, or has a reason why it is not", {
  timeout: 300_000,
}, async () => {
  const { kysely: db } = server().database;
  const before = { family: await ofFamily(db), accounts: await ofAccounts(db) };
  const missing: string[] = [];
  const used = new Set<string>();
  for (const column of await columnsOfFamilies(db)) {
    const name = `${column.table}.${column.name}`;
    if (excused[column.table] !== undefined) {
      used.add(column.table);
      continue;
    }
    if (await isExported(column, before)) continue;
    if (excused[name] === undefined) missing.push(name);
    else used.add(name);
  }
  expect(missing, "neither exported nor excused").toEqual([]);
  expect(
    Object.keys(excused).filter((name) => !used.has(name)),
    "excused without need",
  ).toEqual([]);
});
