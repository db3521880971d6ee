import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  type CalendarAddress,
  chooseCategories,
  endCalendarAddress,
  getCalendarAddress,
  makeCalendarAddress,
  type WantedContents,
} from "#contract/calendar/published.ts";
import { call } from "#web/api/call.ts";

export const calendarAddressQuery = queryOptions({
  queryKey: ["published-calendar"],
  queryFn: ({ signal }) => call(getCalendarAddress, undefined, signal),
});

/** The response contains the new address. */
const useKeep = () => {
  const queries = useQueryClient();
  return (address: CalendarAddress | null) =>
    void queries.setQueryData(calendarAddressQuery.queryKey, address);
};

export const useMakeAddress = () =>
  useMutation({ mutationFn: () => call(makeCalendarAddress), onSuccess: useKeep() });

export const useChooseCategories = () =>
  useMutation({
    mutationFn: (body: WantedContents) => call(chooseCategories, { body }),
    // Changes run one after the other, so that the last press wins.
    scope: { id: "events of the address" },
    onSuccess: useKeep(),
  });

export function useEndAddress() {
  const keep = useKeep();
  return useMutation({ mutationFn: () => call(endCalendarAddress), onSuccess: () => keep(null) });
}
