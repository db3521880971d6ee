// A member's reminders are checked when one is due, when the family's day changes, and regularly.

import { sql } from "kysely";
import type { CalendarEvent } from "#contract/calendar/calendar.ts";
import type { Db, Row } from "#server/db/schema.ts";
import { RowsQueue } from "#server/jobs/queue.ts";
import { enqueue } from "#server/messages/outbox.ts";
import type { World } from "#server/world.ts";
import { successorOf } from "./gone.ts";
import { type Choice, type NewReminder, type Reminder, startsBetween } from "./next-events.ts";
import { dueOf, isPast, type Look, plannedAs, updatedReminder } from "./reminder-rules.ts";
import { reminderMessage } from "./words.ts";

const maxPauseMs = 60 * 60_000;
// A reminder is sent on the evening before the event at the earliest, so later days cannot be due.
const nextDays = { first: 0, last: 2 };

const later = (now: Date, milliseconds: number): Date => new Date(now.getTime() + milliseconds);

const ofMember = (db: Db, { family_id, person_id }: Choice) =>
  db
    .selectFrom("reminders")
    .selectAll()
    .where("family_id", "=", family_id)
    .where("person_id", "=", person_id)
    .execute();

async function drop(db: Db, { family_id, person_id, event_id }: Reminder): Promise<void> {
  await db
    .deleteFrom("reminders")
    .where("family_id", "=", family_id)
    .where("person_id", "=", person_id)
    .where("event_id", "=", event_id)
    .execute();
}

/**
 * Stores a reminder together with its message. It leaves `sent_at` as it is, because an earlier message may be on its way
 * at this moment.
 */
async function put(db: Db, { choice, now }: Look, { dueAt, ...reminder }: NewReminder): Promise<void> {
  const { sent_at: _, ...changed } = reminder;
  const version = sql<number>`reminders.version + 1`;
  await db.transaction().execute(async (trx) => {
    const { id, version: about } = await trx
      .insertInto("reminders")
      .values(reminder)
      .onConflict((conflict) =>
        conflict.columns(["family_id", "person_id", "event_id"]).doUpdateSet({ ...changed, version }),
      )
      .returning(["id", "version"])
      .executeTakeFirstOrThrow();
    if (!dueAt) return;
    const to = { familyId: choice.family_id, personId: choice.person_id, channel: choice.channel };
    const message = { kind: reminderMessage, about: String(about), subjectId: id, dueAt };
    await enqueue(trx, [{ ...message, ...to }], now);
  });
}

/** Deletes the reminder of a past event after a week. An event that is gone from the day may have a successor. */
async function settle(world: World, look: Look, reminder: Reminder): Promise<void> {
  const { kysely: db } = world.database;
  if (isPast(look, plannedAs(reminder))) {
    const isOld = isPast({ ...look, now: later(look.now, -7 * 24 * 60 * 60_000) }, plannedAs(reminder));
    return isOld ? await drop(db, reminder) : undefined;
  }
  if (reminder.message === "cancelled") return;
  const successor = await successorOf(world, look, reminder);
  if (successor?.event_id !== reminder.event_id) await drop(db, reminder);
  if (successor) await put(db, look, successor);
}

function nextCheck(look: Look, events: readonly CalendarEvent[]): Date {
  const dues = events.map((event) => dueOf(look, event).getTime()).filter((due) => due > look.now.getTime());
  return new Date(Math.min(...dues, look.now.getTime() + maxPauseMs));
}

async function checkMember(world: World, row: Row<"reminder_choices">): Promise<void> {
  const { kysely: db } = world.database;
  const family = db.selectFrom("families").select("time_zone").where("id", "=", row.family_id);
  const choice: Choice = { ...row, ...(await family.executeTakeFirstOrThrow()) };
  const look = { choice, now: world.clock.now() };
  const events = await startsBetween(world, choice, nextDays);
  const reminders = new Map((await ofMember(db, choice)).map((reminder) => [reminder.event_id, reminder]));
  for (const event of events) {
    const updated = updatedReminder(look, event, reminders.get(event.id));
    if (updated) await put(db, look, updated);
    reminders.delete(event.id);
  }
  for (const reminder of reminders.values()) await settle(world, look, reminder);
  // When the day has changed in the meantime, an earlier time is set, and this member is checked again.
  await db
    .updateTable("reminder_choices")
    .set({ check_at: nextCheck(look, events) })
    .where("family_id", "=", choice.family_id)
    .where("person_id", "=", choice.person_id)
    .where("check_at", "=", row.check_at)
    .execute();
}

export const reminderChecks = new RowsQueue({
  name: "reminder-checks",
  rows: { table: "reminder_choices", keys: ["family_id", "person_id"], due: "check_at", where: sql`is_on` },
  concurrency: 4,
  process: checkMember,
});
