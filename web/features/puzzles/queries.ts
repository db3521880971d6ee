import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type FamilyDay, untilSameDay } from "#web/features/families/family-clock.ts";
import { call } from "#web/platform/api/call.ts";

/** Today's puzzle. The server decides which day it is; `day` in the key makes a new day read again. */
export const todaysPuzzleQuery = (today: FamilyDay) =>
  queryOptions({
    queryKey: ["puzzles", "active", today.day],
    queryFn: ({ signal }) => call("GET /api/puzzles/active", undefined, signal),
    placeholderData: keepPreviousData,
    refetchInterval: untilSameDay(today),
    meta: { keptOffline: true, pushesHomeDown: true },
  });
