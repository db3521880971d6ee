// Which of Google's events are kept.
import type { GoogleEvent } from "#server/db/tables/calendar.ts";

const millisecondsOf = ({ dateTime, date }: NonNullable<GoogleEvent["start"]>): number =>
  Date.parse(dateTime ?? date ?? "");

/**
 * Whether an event has ended. A change to one date of a series also removes the original date, so it stays until both
 * dates are over. A time that makes no sense never ends, so that it is still counted as unreadable.
 */
export function hasEndedBefore(
  { recurrence, originalStartTime, start, end }: GoogleEvent,
  moment: Date,
): boolean {
  if (recurrence?.length) return false;
  const times = [originalStartTime, end ?? start].filter((time) => time !== undefined);
  return times.length > 0 && times.every((time) => millisecondsOf(time) < moment.getTime());
}
