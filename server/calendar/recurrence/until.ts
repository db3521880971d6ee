// Until when a rule holds: that moment is included.
import type { Clock } from "./clocks.ts";

/** "20261231T235959Z" as 2026-12-31T23:59:59; of a day its last second. */
function timeIn(until: string): string {
  const [, year, month, day, hour = "23", minute = "59", second = "59"] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z?)?$/.exec(until) ?? [];
  return `${year}-${month}-${day}T${hour}:${minute}:${second}`;
}

/** Whole days hold until a day, whatever else is written there. */
export function isUntil(until: string, clock: Clock, time: string): boolean {
  if (!until) return true;
  const last = timeIn(until);
  if (time.length === 10) return time <= last.slice(0, 10);
  return until.endsWith("Z") ? clock(time) <= Date.parse(`${last}Z`) : time <= last;
}

/** No time zone is further from UTC than this many seconds. */
const furthest = 2 * 86_400;

/** In seconds, when it is over on any clock. */
export const pastAll = (until: string): number =>
  until ? Date.parse(`${timeIn(until)}Z`) / 1000 + furthest : Number.POSITIVE_INFINITY;
