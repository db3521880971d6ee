// Separate from the other queries, because home's first files need it.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type FamilyClock, untilSame } from "#web/features/families/family-clock.ts";
import { call } from "#web/platform/api/call.ts";
import type { WallClock } from "#web/ui/time/clock.ts";

/** Lights go out at midnight and are awaited from 4 AM on, so a day has two parts. */
const partOf = ({ day, time }: WallClock): string => (time < "04:00" ? `the night before ${day}` : day);

/** One's own light, and the lights of others that are on. A new part of the day makes it read again. */
export const currentLightsQuery = (clock: FamilyClock) =>
  queryOptions({
    queryKey: ["lights", "current", partOf(clock)],
    queryFn: ({ signal }) => call("GET /api/lights", undefined, signal),
    placeholderData: keepPreviousData,
    refetchInterval: untilSame(partOf(clock), clock.timeZone, partOf),
    meta: { storedOffline: true, pushesHomeDown: true },
  });
