// Finds out what became of an event that is gone from the day after somebody was reminded of it.
import type { CalendarEvent } from "#contract/calendar/calendar.ts";
import type { World } from "#server/platform/world.ts";
import { feedEventId, shownCategories } from "../calendar.ts";
import { findLastSingleDate } from "../manual-events/queries.ts";
import { findSettings } from "../queries.ts";
import { findReappearedEvent, type Reminder } from "./queries.ts";
import {
  type MemberCheck,
  type NewReminder,
  soonest,
  startsBetween,
  timeOfReminder,
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
  const changed = await findLastSingleDate(database.kysely, family_id, manualId(event_id));
  return events.find(({ manualEventId }) => changed && manualEventId === changed.id);
}

/**
 * An event that was moved in another calendar comes back as another event: the nearest one with the same title that was not
 * there yet when the person was told.
 */
async function reappearedEventOf(
  { database }: World,
  reminder: Reminder,
  events: readonly CalendarEvent[],
): Promise<CalendarEvent | undefined> {
  if (!reminder.sent_at) return undefined;
  const found = await findReappearedEvent(database.kysely, reminder, reminder.sent_at);
  return events.find(({ id }) => found && id === feedEventId(found.id));
}

/** Hiding a category or removing a calendar does not count as canceling its events. */
async function isHidden(
  { database }: World,
  { family_id, category, source }: Reminder,
  events: readonly CalendarEvent[],
): Promise<boolean> {
  const shown = shownCategories(await findSettings(database.kysely, family_id));
  return (
    !shown.includes(category) || (source !== "manual" && !events.some((event) => event.source === source))
  );
}

const cancelled = (check: MemberCheck, { id: _, version: __, ...before }: Reminder): NewReminder => ({
  ...before,
  message: "cancelled",
  dueAt: soonest(check, timeOfReminder(before)),
});

/** The same reminder for another event, with nothing new to say. */
const renamed = ({ id: _, version: __, ...before }: Reminder, event_id: string): NewReminder => ({
  ...before,
  event_id,
});

/** The reminder that takes the place of `before`, or undefined when there is nothing left to say. */
export async function successorOf(
  world: World,
  check: MemberCheck,
  before: Reminder,
): Promise<NewReminder | undefined> {
  if (!before.sent_at) return undefined;
  const events = await startsBetween(world, check.choice, farAround);
  const same = events.find(({ id }) => id === before.event_id);
  const replacementOf = before.source === "manual" ? singleDateOf : reappearedEventOf;
  const event = same ?? (await replacementOf(world, before, events));
  if (event) return updatedReminder(check, event, before) ?? (same ? undefined : renamed(before, event.id));
  return (await isHidden(world, before, events)) ? undefined : cancelled(check, before);
}
