// A member's reminders are checked when one is due, when the family's day changes, and regularly. People also hear
// when an event that they were reminded of is gone from the day, because it moved far, was deleted, or is hidden.
import type { CalendarEvent } from "#contract/calendar/calendar.ts";
import { dayMs, hourMs } from "#contract/durations.ts";
import type { Db, Row } from "#server/platform/db/schema.ts";
import { BatchQueue } from "#server/platform/jobs/queue.ts";
import { enqueue } from "#server/platform/messages/outbox.ts";
import type { World } from "#server/platform/world.ts";
import {
  type Checked,
  type Choice,
  deleteReminder,
  findReminders,
  findTimeZones,
  isOn,
  type Reminder,
  updateChecks,
  upsertReminder,
} from "./queries.ts";
import { reminderMessage } from "./reminder-kind.ts";
import {
  dueOf,
  isPast,
  type MemberCheck,
  type NewReminder,
  startsBetween,
  timeOfReminder,
  updatedReminder,
} from "./reminder-rules.ts";
import { successorOf } from "./successors.ts";

// A change of the day makes a check due at once, so this only has to be less than the days that are read ahead.
const maxPauseMs = 12 * hourMs;
// Spreads the next checks of members who were checked together.
const spreadMs = hourMs;
// A reminder is sent on the evening before the event at the earliest, so later days cannot be due.
const nextDays = { first: 0, last: 2 };

const later = (now: Date, milliseconds: number): Date => new Date(now.getTime() + milliseconds);

const memberOf = ({ family_id, person_id }: Pick<Choice, "family_id" | "person_id">) =>
  `${family_id} ${person_id}`;

/** Stores a reminder together with its message. */
async function storeReminder(
  db: Db,
  { choice, now }: MemberCheck,
  { dueAt, ...reminder }: NewReminder,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { id, version: about } = await upsertReminder(trx, reminder);
    if (!dueAt) return;
    const to = { familyId: choice.family_id, personId: choice.person_id, channel: choice.channel };
    const message = { kind: reminderMessage, about: String(about), subjectId: id, dueAt };
    await enqueue(trx, [{ ...message, ...to }], now);
  });
}

/** Deletes the reminder of a past event after a week. An event that is gone from the day may have a successor. */
async function replaceOrDelete(world: World, check: MemberCheck, reminder: Reminder): Promise<void> {
  const { kysely: db } = world.database;
  if (isPast(check, timeOfReminder(reminder))) {
    const isOld = isPast({ ...check, now: later(check.now, -7 * dayMs) }, timeOfReminder(reminder));
    if (isOld) await deleteReminder(db, reminder);
    return;
  }
  if (reminder.message === "cancelled") return;
  const successor = await successorOf(world, check, reminder);
  if (successor?.event_id !== reminder.event_id) await deleteReminder(db, reminder);
  if (successor) await storeReminder(db, check, successor);
}

function nextCheck(check: MemberCheck, events: readonly CalendarEvent[]): Date {
  const dues = events
    .map((event) => dueOf(check, event).getTime())
    .filter((due) => due > check.now.getTime());
  return new Date(Math.min(...dues, check.now.getTime() + maxPauseMs - Math.random() * spreadMs));
}

/** The members' choices with the zones of their families. */
async function zonedChoices(db: Db, rows: readonly Row<"reminder_choices">[]): Promise<Choice[]> {
  const zones = await findTimeZones(
    db,
    rows.map(({ family_id }) => family_id),
  );
  return rows.flatMap((row) => {
    const time_zone = zones.get(row.family_id);
    return time_zone === undefined ? [] : [{ ...row, time_zone }];
  });
}

/** The events of the next days, read once for each family. */
async function eventsByFamily(
  world: World,
  choices: readonly Choice[],
): Promise<Map<number, readonly CalendarEvent[]>> {
  const families = new Map(choices.map((choice) => [choice.family_id, choice]));
  const read = async (choice: Choice) =>
    [choice.family_id, await startsBetween(world, choice, nextDays)] as const;
  return new Map(await Promise.all([...families.values()].map(read)));
}

/** Stores what is new for one member, and returns when the next check is due. */
async function checkMember(
  world: World,
  check: MemberCheck,
  events: readonly CalendarEvent[],
  stored: readonly Reminder[],
): Promise<Date> {
  const { kysely: db } = world.database;
  const reminders = new Map(stored.map((reminder) => [reminder.event_id, reminder]));
  for (const event of events) {
    const updated = updatedReminder(check, event, reminders.get(event.id));
    if (updated) await storeReminder(db, check, updated);
    reminders.delete(event.id);
  }
  for (const reminder of reminders.values()) await replaceOrDelete(world, check, reminder);
  return nextCheck(check, events);
}

async function checkMembers(world: World, rows: readonly Row<"reminder_choices">[]): Promise<void> {
  const { kysely: db } = world.database;
  const now = world.clock.now();
  const choices = await zonedChoices(db, rows);
  const [events, reminders] = await Promise.all([eventsByFamily(world, choices), findReminders(db, choices)]);
  const stored = Map.groupBy(reminders, memberOf);
  const checked: Checked[] = [];
  for (const choice of choices) {
    const own = stored.get(memberOf(choice)) ?? [];
    const next = await checkMember(world, { choice, now }, events.get(choice.family_id) ?? [], own);
    checked.push({ choice, next });
  }
  await updateChecks(db, checked);
}

export const reminderChecks = new BatchQueue({
  name: "reminder-checks",
  rows: { table: "reminder_choices", keys: ["family_id", "person_id"], due: "check_at", where: isOn },
  batchSize: 50,
  process: checkMembers,
});
