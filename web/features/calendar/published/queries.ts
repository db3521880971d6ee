import { queryOptions } from "@tanstack/react-query";
import type { WantedContents } from "#contract/calendar/published.ts";
import { call } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { useStoreAnswer } from "#web/platform/api/queries.ts";

export const calendarAddressQuery = queryOptions({
  queryKey: ["published-calendar"],
  queryFn: ({ signal }) => call("GET /api/calendar-address", undefined, signal),
});

export const useMakeAddress = () =>
  useMutation({
    mutationFn: () => call("POST /api/calendar-address"),
    onSuccess: useStoreAnswer(calendarAddressQuery.queryKey),
  });

export const useChooseCategories = () =>
  useMutation({
    mutationFn: (body: WantedContents) => call("PUT /api/calendar-address", { body }),
    // Changes run one after the other, so that the last press wins.
    scope: { id: "events of the address" },
    onSuccess: useStoreAnswer(calendarAddressQuery.queryKey),
  });

export function useEndAddress() {
  const store = useStoreAnswer(calendarAddressQuery.queryKey);
  return useMutation({
    mutationFn: () => call("DELETE /api/calendar-address"),
    onSuccess: () => store(null),
  });
}
