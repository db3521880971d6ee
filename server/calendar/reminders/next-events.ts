// The events of a family for which reminders may be due, as the day shows them.
import type { CalendarEvent } from "#contract/calendar/calendar.ts";
import type { Row } from "#server/db/schema.ts";
import type { World } from "#server/world.ts";
import { eventsBetween } from "../calendar.ts";

export type Reminder = Row<"reminders">;

/** A reminder as it is to be stored. */
export interface NewReminder extends Omit<Reminder, "id" | "version"> {
  /** When its message may leave, where there is something new to say. */
  readonly dueAt?: Date;
}

/** What one member has chosen, with the zone in which the family lives. */
export type Choice = Row<"reminder_choices"> & { time_zone: string };

export const todayIn = (timeZone: string, now: Date): Temporal.PlainDate =>
  now.toTemporalInstant().toZonedDateTimeISO(timeZone).toPlainDate();

interface Days {
  /** Counted from today. */
  first: number;
  last: number;
}

/** Each event once, on the day on which it starts. */
export async function startsBetween(
  { database, clock }: World,
  { family_id: familyId, time_zone }: Pick<Choice, "family_id" | "time_zone">,
  { first, last }: Days,
): Promise<CalendarEvent[]> {
  const today = todayIn(time_zone, clock.now());
  const range = { from: String(today.add({ days: first })), to: String(today.add({ days: last })) };
  const events = await eventsBetween(database, { familyId }, clock.now(), range);
  return events.filter(({ date, startDate }) => startDate.startsWith(date));
}
