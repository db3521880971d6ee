import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { changeReminders, getReminders } from "#contract/calendar/reminders.ts";
import type { Sent } from "#contract/endpoint.ts";
import { call } from "#web/api/call.ts";

export const remindersQuery = queryOptions({
  queryKey: ["reminders"],
  queryFn: ({ signal }) => call(getReminders, undefined, signal),
  // Which ways lead to a person changes without a word: whoever looks sees those of now.
  refetchOnMount: "always",
});

export const useChangeReminders = () => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Sent<typeof changeReminders>["body"]) => call(changeReminders, { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: remindersQuery.queryKey }),
  });
};
