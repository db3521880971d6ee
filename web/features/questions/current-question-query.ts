// Separate from the other query, because home's first files need it.
import { queryOptions } from "@tanstack/react-query";
import { type FamilyDay, untilSameDay } from "#web/features/families/family-clock.ts";
import { call } from "#web/platform/api/call.ts";

/** The question of this week. `day` in the key makes a new day read it again, because it is asked from Sunday on. */
export const currentQuestionQuery = (today: FamilyDay) =>
  queryOptions({
    queryKey: ["questions", "current", today.day],
    queryFn: ({ signal }) => call("GET /api/questions/current", undefined, signal),
    refetchInterval: untilSameDay(today),
    meta: { storedOffline: true, pushesHomeDown: true },
  });
