import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { listActiveLocalEvents } from "#contract/local-events.ts";
import { call } from "#web/api/call.ts";
import { type FamilyDay, untilSameDay } from "#web/families/family-clock.ts";

/** Things to do from today on, as the server's clock has it; the day only makes a new day a new question. */
export const localEventsQuery = (today: FamilyDay) =>
  queryOptions({
    queryKey: ["local-events", "active", today.day],
    queryFn: ({ signal }) => call(listActiveLocalEvents, undefined, signal),
    placeholderData: keepPreviousData,
    refetchInterval: untilSameDay(today),
    meta: { keptOffline: true },
  });
