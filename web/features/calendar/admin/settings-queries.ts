import { queryOptions, useQueryClient } from "@tanstack/react-query";
import type { CalendarSettings, changeCalendarSettings } from "#contract/calendar/settings.ts";
import type { Sent } from "#contract/endpoint.ts";
import { call } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { useStoreAnswer } from "#web/platform/api/queries.ts";

export const calendarSettingsQuery = queryOptions({
  queryKey: ["calendar-settings"],
  queryFn: ({ signal }) => call("GET /api/calendar-settings", undefined, signal),
});

export function useChangeSettings() {
  const queries = useQueryClient();
  return useMutation({
    // The answer may hold nothing.
    mutationFn: async (body: Sent<typeof changeCalendarSettings>["body"]): Promise<CalendarSettings> => ({
      ...queries.getQueryData(calendarSettingsQuery.queryKey),
      ...body,
      ...(await call("PUT /api/calendar-settings", { body })),
    }),
    onSuccess: useStoreAnswer(calendarSettingsQuery.queryKey),
  });
}

export const useReadAgain = () =>
  useMutation({
    mutationFn: () => call("POST /api/calendar-settings/reading"),
    onSuccess: useStoreAnswer(calendarSettingsQuery.queryKey),
  });
