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

export const familyDayIn = (timeZone: string): FamilyDay => ({
  day: wallClock(currentMinute(), timeZone).day,
  timeZone,
});

export function useFamilyClock(): WallClock & FamilyDay {
  const { timeZone } = useFamily() ?? Intl.DateTimeFormat().resolvedOptions();
  return { ...wallClock(useMinute(), timeZone), timeZone };
}

const soonMs = 10_000;
const laterMs = 5 * 60_000;

/** Repeats the query while the last response is for a different day than the screen. */
export const untilSameDay =
  ({ day, timeZone }: FamilyDay) =>
  ({ state }: Pick<Query, "state">): number | false => {
    if (state.data === undefined) return false;
    if (wallClock(serverTimeAt(state.dataUpdatedAt), timeZone).day === day) return false;
    return isClockNearlyRight() ? soonMs : laterMs;
  };
