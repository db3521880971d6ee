import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Sent } from "#contract/endpoint.ts";
import type { createPuzzle } from "#contract/puzzles.ts";
import { type FamilyDay, untilSameDay } from "#web/features/families/family-clock.ts";
import { familyQuery } from "#web/features/families/queries.ts";
import { CallError, call, messageOf } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { useRefresh } from "#web/platform/api/queries.ts";
import { toastError } from "#web/ui/toast/toast-error.ts";

/** Today's puzzle. The server decides which day it is; `day` in the key makes a new day read again. */
export const todaysPuzzleQuery = (today: FamilyDay) =>
  queryOptions({
    queryKey: ["puzzles", "active", today.day],
    queryFn: ({ signal }) => call("GET /api/puzzles/active", undefined, signal),
    placeholderData: keepPreviousData,
    refetchInterval: untilSameDay(today),
    meta: { storedOffline: true, pushesHomeDown: true },
  });

const noConnection = "There is no connection. Please try again later.";

/** Sends the answer to be counted. Without a connection it is not counted, and the page continues. */
export function usePuzzleAnswer(puzzleId: number) {
  const refresh = useRefresh(["puzzles", "active"]);
  const { mutate, reset, error } = useMutation({
    mutationFn: (answer: string) => call("POST /api/puzzles/active/answers", { body: { puzzleId, answer } }),
    onSuccess: refresh,
    onError: (error) => {
      if (!(error instanceof CallError)) return;
      toastError(error, { title: "This was not counted", otherwise: "Please try again." });
      void refresh();
    },
  });
  /** Says why it was not counted. */
  const failure = error ? messageOf(error, noConnection) : undefined;
  return { send: mutate, forget: reset, failure };
}

/** `day` makes a new day read the list again, because the turns move on. */
export const ownPuzzlesQuery = (day: string) =>
  queryOptions({
    queryKey: ["puzzles", "own", day],
    queryFn: ({ signal }) => call("GET /api/puzzles", undefined, signal),
  });

export const useCreatePuzzle = () =>
  useMutation({
    mutationFn: (puzzle: Sent<typeof createPuzzle>["body"]) =>
      call("POST /api/puzzles", { body: { ...puzzle, date: new Date().toISOString() } }),
    onSuccess: useRefresh(["puzzles"]),
  });

export const useSwitchPuzzle = (id: number) =>
  useMutation({
    mutationFn: (isActive: boolean) => call("PUT /api/puzzles/:id", { params: { id }, body: { isActive } }),
    // Changes run one after the other, so that the last press wins.
    scope: { id: `puzzle ${id}` },
    onSettled: useRefresh(["puzzles"]),
  });

export const useDeletePuzzle = (id: number) =>
  useMutation({
    mutationFn: () => call("DELETE /api/puzzles/:id", { params: { id } }),
    onSettled: useRefresh(["puzzles"]),
  });

export const useSwitchLibrary = () =>
  useMutation({
    mutationFn: (puzzleLibrary: boolean) => call("PUT /api/family", { body: { puzzleLibrary } }),
    scope: { id: "puzzle library" },
    onSettled: useRefresh(familyQuery.queryKey),
  });
