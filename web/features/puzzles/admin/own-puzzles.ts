// Changes that admins can make to the puzzles.
import { queryOptions } from "@tanstack/react-query";
import type { Sent } from "#contract/endpoint.ts";
import type { createPuzzle } from "#contract/puzzles.ts";
import { familyQuery } from "#web/features/families/queries.ts";
import { call } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { useRefresh } from "#web/platform/api/queries.ts";

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
