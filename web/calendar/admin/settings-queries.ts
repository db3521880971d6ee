import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  type CalendarSettings,
  changeCalendarSettings,
  getCalendarSettings,
  readCalendarAgain,
} from "#contract/calendar/settings.ts";
import type { Sent } from "#contract/endpoint.ts";
import { call } from "#web/api/call.ts";

export const calendarSettingsQuery = queryOptions({
  queryKey: ["calendar-settings"],
  queryFn: ({ signal }) => call(getCalendarSettings, undefined, signal),
});

/** The response contains the new settings. */
const useKeep = () => {
  const queries = useQueryClient();
  return (settings: CalendarSettings) => queries.setQueryData(calendarSettingsQuery.queryKey, settings);
};

export const useChangeSettings = () =>
  useMutation({
    mutationFn: (body: Sent<typeof changeCalendarSettings>["body"]) => call(changeCalendarSettings, { body }),
    onSuccess: useKeep(),
  });

export const useReadAgain = () =>
  useMutation({ mutationFn: () => call(readCalendarAgain), onSuccess: useKeep() });
