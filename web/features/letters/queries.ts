import { queryOptions } from "@tanstack/react-query";
import { call } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { useRefresh } from "#web/platform/api/queries.ts";

/** The letter as it is when its page is opened. On paper, nothing changes afterwards. */
export const letterQuery = queryOptions({
  queryKey: ["letters", "current"],
  queryFn: ({ signal }) => call("GET /api/letters/current", undefined, signal),
  gcTime: 0,
});

export const letterMessagesQuery = queryOptions({
  queryKey: ["letters", "messages"],
  queryFn: ({ signal }) => call("GET /api/letter-messages", undefined, signal),
});

export const useChangeLetterMessages = () =>
  useMutation({
    mutationFn: (areOn: boolean) => call("PUT /api/letter-messages", { body: { areOn } }),
    onSettled: useRefresh(["letters"]),
  });
