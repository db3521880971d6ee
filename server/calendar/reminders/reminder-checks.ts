// A member's reminders are checked when one is due, when the family's day changes, and regularly.
import { sql } from "kysely";
import type { CalendarEvent } from "#contract/calendar/calendar.ts";
import type { Db } from "#server/db/schema.ts";
import { maxBatch, processAllDue } from "#server/jobs/due-rows.ts";
import type { World } from "#server/world.ts";
import { successorOf } from "./gone.ts";
import { type Choice, type Reminder, startsBetween } from "./next-events.ts";
import { dueOf, isPast, type Look, plannedAs, updatedReminder } from "./reminder-rules.ts";

// When a server dies during a check, the others may claim its members after this time.
const lease = 3 * 60_000;
const maxPauseMs = 60 * 60_000;
// A reminder is sent on the evening before the event at the earliest, so later days cannot be due.
const nextDays = { first: 0, last: 2 };

const later = (now: Date, milliseconds: number): Date => new Date(now.getTime() + milliseconds);

/** Each member is claimed by one server. */
async function claimDue({ database, clock }: World): Promise<Choice[]> {
  const now = clock.now();
  const { rows } = await sql<Choice>`
    update reminder_choices c set look_at = ${later(now, lease)}
    from families f
    where f.id = c.family_id and (c.family_id, c.person_id) in (
      select family_id, person_id from reminder_choices where is_on and look_at <= ${now}
      order by look_at limit ${maxBatch} for update skip locked)
    returning c.*, f.time_zone`.execute(database.kysely);
  return rows;
}

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

/** Leaves `told_at` as it is, because the reminder may be on its way at this moment. */
async function put(db: Db, reminder: Reminder): Promise<void> {
  const { told_at: _, ...changed } = reminder;
  await db
    .insertInto("reminders")
    .values(reminder)
    .onConflict((conflict) => conflict.columns(["family_id", "person_id", "event_id"]).doUpdateSet(changed))
    .execute();
}

/** What is past is forgotten a while after; what is gone from the day has a successor, or none. */
async function settle(world: World, look: Look, reminder: Reminder): Promise<void> {
  const { kysely: db } = world.database;
  if (isPast(look, plannedAs(reminder))) {
    const isOld = isPast({ ...look, now: later(look.now, -7 * 24 * 60 * 60_000) }, plannedAs(reminder));
    return isOld ? await drop(db, reminder) : undefined;
  }
  if (reminder.message === "cancelled") return;
  const successor = await successorOf(world, look, reminder);
  if (successor?.event_id !== reminder.event_id) await drop(db, reminder);
  if (successor) await put(db, successor);
}

function nextLook(look: Look, events: readonly CalendarEvent[]): Date {
  const dues = events.map((event) => dueOf(look, event).getTime()).filter((due) => due > look.now.getTime());
  return new Date(Math.min(...dues, look.now.getTime() + maxPauseMs));
}

async function checkMember(world: World, choice: Choice): Promise<void> {
  const { kysely: db } = world.database;
  const look = { choice, now: world.clock.now() };
  const events = await startsBetween(world, choice, nextDays);
  const reminders = new Map((await ofMember(db, choice)).map((reminder) => [reminder.event_id, reminder]));
  for (const event of events) {
    const updated = updatedReminder(look, event, reminders.get(event.id));
    if (updated) await put(db, updated);
    reminders.delete(event.id);
  }
  for (const reminder of reminders.values()) await settle(world, look, reminder);
  // A change of the day in the meantime has set an earlier time: then this member is checked again.
  await db
    .updateTable("reminder_choices")
    .set({ look_at: nextLook(look, events) })
    .where("family_id", "=", choice.family_id)
    .where("person_id", "=", choice.person_id)
    .where("look_at", "=", choice.look_at)
    .execute();
}

export const checkDueChoices = (world: World): Promise<void> =>
  processAllDue(4, {
    claim: () => claimDue(world),
    process: (choice) => checkMember(world, choice),
    onError: (err, { person_id }) =>
      world.log.error({ err, person: person_id }, "due reminders could not be checked"),
  });
