import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { getActivePuzzle } from "#contract/puzzles.ts";
import { call } from "#web/api/call.ts";

/** Today's puzzle, as the server's clock has it; `day` only makes a new day a new question. */
export const todaysPuzzleQuery = (day: string) =>
  queryOptions({
    queryKey: ["puzzles", "active", day],
    queryFn: ({ signal }) => call(getActivePuzzle, undefined, signal),
    placeholderData: keepPreviousData,
  });
