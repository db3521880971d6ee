// Decides whether a member gets a reminder of an event: once on its day, and once more whenever it moves.
import type { CalendarEvent } from "#contract/calendar/calendar.ts";
import { allowedAt, dueAt, lastMomentOf, type Planned } from "./moments.ts";
import type { Choice, NewReminder, Reminder } from "./next-events.ts";

/** One member's choice, and the time at which it is checked. */
export interface Look {
  readonly choice: Choice;
  readonly now: Date;
}

const plannedFor = ({ startDate, allDay }: CalendarEvent): Planned => ({
  startsOnClock: startDate,
  isAllDay: allDay,
});

export const plannedAs = ({
  starts_on_clock,
  is_all_day,
}: Pick<Reminder, "starts_on_clock" | "is_all_day">): Planned => ({
  startsOnClock: starts_on_clock.slice(0, 16).replace(" ", "T"),
  isAllDay: is_all_day,
});

export const isPast = ({ choice, now }: Look, event: Planned): boolean =>
  lastMomentOf(event, choice.time_zone) <= now;

interface Sooner {
  readonly choice: Pick<Choice, "lead_time" | "time_zone">;
  readonly now: Date;
}

/** The earliest time from now at which this member wants to be reminded. */
export const soonest = ({ choice, now }: Sooner, event: Planned): Date =>
  allowedAt(now, event, choice.lead_time, choice.time_zone);

export const dueOf = ({ choice }: Look, event: CalendarEvent): Date =>
  dueAt(plannedFor(event), choice.lead_time, choice.time_zone);

const hasMoved = (event: CalendarEvent, stored: Reminder): boolean =>
  stored.message === "cancelled" ||
  plannedAs(stored).startsOnClock !== event.startDate ||
  stored.is_all_day !== event.allDay;

const about = ({ choice, now }: Look, event: CalendarEvent) => ({
  ...{ family_id: choice.family_id, person_id: choice.person_id, event_id: event.id },
  ...{ title: event.title, location: event.location, category: event.category, source: event.source },
  ...{ is_all_day: event.allDay, starts_on_clock: event.startDate },
  dueAt: soonest({ choice, now }, plannedFor(event)),
});

/** Events that were due before the person asked for reminders get none. */
const isWanted = ({ choice }: Look, event: CalendarEvent, due: Date): boolean =>
  choice.categories.includes(event.category) && due >= choice.chosen_at;

/** The first reminder of an event. */
function first(look: Look, event: CalendarEvent, pending: Reminder | undefined): NewReminder | undefined {
  const due = dueOf(look, event);
  const isNews = pending ? hasMoved(event, pending) : due <= look.now && isWanted(look, event, due);
  const day = event.startDate.slice(0, 10);
  return isNews ? { ...about(look, event), message: "begins", reminded_day: day, sent_at: null } : undefined;
}

/** The updated reminder, or undefined when the stored one is still right. */
export function updatedReminder(
  look: Look,
  event: CalendarEvent,
  before: Reminder | undefined,
): NewReminder | undefined {
  if (isPast(look, plannedFor(event))) return undefined;
  if (!before?.sent_at) return first(look, event, before);
  const day = event.startDate.slice(0, 10);
  const isDue = dueOf(look, event) <= look.now;
  const { sent_at, reminded_day } = before;
  if (hasMoved(event, before))
    return { ...about(look, event), message: "moved", sent_at, reminded_day: isDue ? day : reminded_day };
  const isOfAnotherDay = isDue && reminded_day !== day;
  return isOfAnotherDay
    ? { ...about(look, event), message: "begins", sent_at, reminded_day: day }
    : undefined;
}
