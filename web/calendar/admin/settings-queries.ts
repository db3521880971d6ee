import { queryOptions } from "@tanstack/react-query";
import {
  changeCalendarSettings,
  getCalendarSettings,
  readCalendarAgain,
} from "#contract/calendar/settings.ts";
import type { Sent } from "#contract/endpoint.ts";
import { call } from "#web/api/call.ts";
import { useMutation } from "#web/api/mutation.ts";
import { useStoreAnswer } from "#web/api/queries.ts";

export const calendarSettingsQuery = queryOptions({
  queryKey: ["calendar-settings"],
  queryFn: ({ signal }) => call(getCalendarSettings, undefined, signal),
});

export const useChangeSettings = () =>
  useMutation({
    mutationFn: (body: Sent<typeof changeCalendarSettings>["body"]) => call(changeCalendarSettings, { body }),
    onSuccess: useStoreAnswer(calendarSettingsQuery.queryKey),
  });

export const useReadAgain = () =>
  useMutation({
    mutationFn: () => call(readCalendarAgain),
    onSuccess: useStoreAnswer(calendarSettingsQuery.queryKey),
  });
