import type { FamilyDay } from "#web/api/server-day.ts";
import { type WallClock, wallClock } from "#web/ui/time/clock.ts";
import { useMinute } from "#web/ui/time/use-minute.ts";
import { useFamily } from "./queries.ts";

/** The day and the time where the family lives; its day begins at its own midnight. */
export function useFamilyClock(): WallClock & FamilyDay {
  const { timeZone } = useFamily() ?? Intl.DateTimeFormat().resolvedOptions();
  return { ...wallClock(useMinute(), timeZone), timeZone };
}
