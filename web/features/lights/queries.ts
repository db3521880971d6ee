import { queryOptions } from "@tanstack/react-query";
import type { ChosenLight } from "#contract/lights.ts";
import { call } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { useRefresh } from "#web/platform/api/queries.ts";

export const ownLightQuery = queryOptions({
  queryKey: ["lights", "own"],
  queryFn: ({ signal }) => call("GET /api/lights/own", undefined, signal),
  // Contact methods change without a live event, so this is read again each time it is shown.
  refetchOnMount: "always",
});

export const useChooseLight = () =>
  useMutation({
    mutationFn: (body: ChosenLight) => call("PUT /api/lights/own", { body }),
    onSettled: useRefresh(["lights"]),
  });

export const usePauseLight = () =>
  useMutation({
    mutationFn: (awayUntil: string | null) => call("PUT /api/lights/own/pause", { body: { awayUntil } }),
    onSettled: useRefresh(["lights"]),
  });

export const useEndLight = () =>
  useMutation({
    mutationFn: () => call("DELETE /api/lights/own"),
    onSettled: useRefresh(["lights"]),
  });

export const lightMessagesQuery = queryOptions({
  queryKey: ["lights", "messages"],
  queryFn: ({ signal }) => call("GET /api/light-messages", undefined, signal),
});

export const useChangeLightMessages = (id: number) =>
  useMutation({
    mutationFn: (areOn: boolean) => call("PUT /api/light-messages/:id", { params: { id }, body: { areOn } }),
    // Changes run one after the other, so that the last press wins.
    scope: { id: `light messages ${id}` },
    onSettled: useRefresh(lightMessagesQuery.queryKey),
  });
