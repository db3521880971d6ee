import { queryOptions } from "@tanstack/react-query";
import { call } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { useRefresh } from "#web/platform/api/queries.ts";

/** `day` makes a new day read it again, because another Sunday may be the next one. */
export const nextQuestionQuery = (day: string) =>
  queryOptions({
    queryKey: ["questions", "next", day],
    queryFn: ({ signal }) => call("GET /api/questions/next", undefined, signal),
  });

export const useSetQuestion = (sunday: string) =>
  useMutation({
    mutationFn: (text: string | null) => call("PUT /api/questions/next", { body: { sunday, text } }),
    onSettled: useRefresh(["questions"]),
  });
