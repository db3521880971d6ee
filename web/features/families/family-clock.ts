// The day and the time where the family lives. Its day begins at its own midnight.
import type { Query } from "@tanstack/react-query";
import { isClockNearlyRight, serverTimeAt } from "#web/platform/api/server-time.ts";
import { type WallClock, wallClock } from "#web/ui/time/clock.ts";
import { currentMinute, useMinute } from "#web/ui/time/times.tsx";
import { useFamily } from "./queries.ts";

export interface FamilyDay {
  /** The device's day, as YYYY-MM-DD. */
  day: string;
  timeZone: string;
}

export interface FamilyClock extends WallClock, FamilyDay {}

export const familyClockIn = (timeZone: string): FamilyClock => ({
  ...wallClock(currentMinute(), timeZone),
  timeZone,
});

export function useFamilyClock(): FamilyClock {
  const { timeZone } = useFamily() ?? Intl.DateTimeFormat().resolvedOptions();
  return { ...wallClock(useMinute(), timeZone), timeZone };
}

const soonMs = 10_000;
const laterMs = 5 * 60_000;

/** Repeats the query while the last response is for a different time than the one that the screen shows. */
export const untilSame =
  (shown: string, timeZone: string, partOf: (clock: WallClock) => string) =>
  ({ state }: Pick<Query, "state">): number | false => {
    if (state.data === undefined) return false;
    if (partOf(wallClock(serverTimeAt(state.dataUpdatedAt), timeZone)) === shown) return false;
    return isClockNearlyRight() ? soonMs : laterMs;
  };

/** Repeats the query while the last response is for a different day than the screen. */
export const untilSameDay = ({ day, timeZone }: FamilyDay) => untilSame(day, timeZone, (clock) => clock.day);
