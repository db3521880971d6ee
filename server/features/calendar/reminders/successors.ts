// Finds out what became of an event that is gone from the day after somebody was reminded of it.
import { sql } from "kysely";
import type { CalendarEvent } from "#contract/calendar/calendar.ts";
import type { World } from "#server/platform/world.ts";
import {
  type MemberCheck,
  type NewReminder,
  type Reminder,
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
async function reappearedEventOf(
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

/** Hiding a category or removing a calendar does not count as canceling its events. */
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
