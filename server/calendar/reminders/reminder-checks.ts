// A member's reminders are checked when one is due, when the family's day changes, and regularly. People also hear of
// events that they were reminded of and that are gone from the day, because they moved far, were deleted, or are hidden.
import { sql } from "kysely";
import type { CalendarEvent } from "#contract/calendar/calendar.ts";
import type { Db, Row } from "#server/db/schema.ts";
import { RowsQueue } from "#server/jobs/queue.ts";
import { enqueue } from "#server/messages/outbox.ts";
import type { World } from "#server/world.ts";
import { reminderMessage } from "./reminder-kind.ts";
import {
  type Choice,
  dueOf,
  isPast,
  type Look,
  type NewReminder,
  plannedAs,
  type Reminder,
  soonest,
  startsBetween,
  updatedReminder,
} from "./reminder-rules.ts";

/** The days in which a moved event is searched. */
const farAround = { first: -31, last: 366 };

const manualId = (id: string): number => Number(/^manual-(\d+)/.exec(id)?.[1] ?? 0);

/** The event that replaced a single changed occurrence. */
async function singleDateOf(
  { database }: World,
  { family_id, event_id }: Reminder,
  events: readonly CalendarEvent[],
): Promise<CalendarEvent | undefined> {
  const changed = await database.kysely
    .selectFrom("manual_events")
    .select("id")
    .where("family_id", "=", family_id)
    .where("series_id", "=", manualId(event_id))
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return events.find(({ manualEventId }) => changed && manualEventId === changed.id);
}

/**
 * An event that was moved in another calendar comes back as another event: the nearest one with the same title that was not
 * there yet when the person was told.
 */
async function comeBack(
  { database }: World,
  { family_id, title, starts_on_clock, sent_at }: Reminder,
  events: readonly CalendarEvent[],
): Promise<CalendarEvent | undefined> {
  const { rows } = await sql<{ id: string }>`
    select 'feed-' || id as id from subscribed_events
    where family_id = ${family_id} and title = ${title} and revision = 0 and revised_at > ${sent_at}
      and starts_on_clock between ${starts_on_clock}::timestamp - interval '31 days'
        and ${starts_on_clock}::timestamp + interval '31 days'
    order by abs(extract(epoch from starts_on_clock - ${starts_on_clock}::timestamp)) limit 1`.execute(
    database.kysely,
  );
  return events.find(({ id }) => id === rows[0]?.id);
}

/** Hiding a category, or giving up a calendar, cancels nothing. */
async function isHidden(
  { database }: World,
  { family_id, category, source }: Reminder,
  events: readonly CalendarEvent[],
): Promise<boolean> {
  const settings = await database.kysely
    .selectFrom("calendar_settings")
    .selectAll()
    .where("family_id", "=", family_id)
    .executeTakeFirst();
  const isShown = {
    kids: settings?.show_kids_events ?? true,
    family: settings?.show_family_events ?? true,
    appointment: settings?.show_appointments ?? true,
  };
  return !isShown[category] || (source !== "manual" && !events.some((event) => event.source === source));
}

const cancelled = (look: Look, { id: _, version: __, ...before }: Reminder): NewReminder => ({
  ...{ ...before, message: "cancelled" },
  dueAt: soonest(look, plannedAs(before)),
});

/** The same reminder for another event, with nothing new to say. */
const renamed = ({ id: _, version: __, ...before }: Reminder, event_id: string): NewReminder => ({
  ...before,
  event_id,
});

/** The reminder that takes the place of `before`, or undefined when there is nothing left to say. */
export async function successorOf(
  world: World,
  look: Look,
  before: Reminder,
): Promise<NewReminder | undefined> {
  if (!before.sent_at) return undefined;
  const events = await startsBetween(world, look.choice, farAround);
  const same = events.find(({ id }) => id === before.event_id);
  const replacementOf = before.source === "manual" ? singleDateOf : comeBack;
  const event = same ?? (await replacementOf(world, before, events));
  if (event) return updatedReminder(look, event, before) ?? (same ? undefined : renamed(before, event.id));
  return (await isHidden(world, before, events)) ? undefined : cancelled(look, before);
}

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
