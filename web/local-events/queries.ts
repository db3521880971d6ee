import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { listActiveLocalEvents } from "#contract/local-events.ts";
import { call } from "#web/api/call.ts";

/** Things to do from today on, as the server's clock has it; `day` only makes a new day a new question. */
export const localEventsQuery = (day: string) =>
  queryOptions({
    queryKey: ["local-events", "active", day],
    queryFn: ({ signal }) => call(listActiveLocalEvents, undefined, signal),
    placeholderData: keepPreviousData,
  });
