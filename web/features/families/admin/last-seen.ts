import { dayMs } from "#contract/durations.ts";
import { shortDate, wallClock } from "#web/ui/time/clock.ts";

/** "Today", "Yesterday", "3 days ago", or a date, in the family's time zone. */
export function lastSeen(lastSeenAt: string | null, now: number, timeZone: string): string {
  if (lastSeenAt === null) return "Not signed in";
  const dayOf = (instant: number) => Date.parse(wallClock(instant, timeZone).day);
  const days = Math.round((dayOf(now) - dayOf(Date.parse(lastSeenAt))) / dayMs);
  if (days <= 0) return "Today";
  if (days === 1) return "Yesterday";
  return days < 30 ? `${days} days ago` : shortDate(lastSeenAt, timeZone);
}
