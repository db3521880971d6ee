import { queryOptions } from "@tanstack/react-query";
import type { Sent } from "#contract/endpoint.ts";
import type { addThing } from "#contract/help/things.ts";
import { call } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { useRefresh } from "#web/platform/api/queries.ts";

export type TypedThing = Sent<typeof addThing>["body"];

/** Not to be confused with "Things To Do". */
export const thingsTitle = "Things around the house";

/** Stored on the device, because somebody whose router is broken has no connection. */
export const thingsQuery = queryOptions({
  queryKey: ["things"],
  queryFn: ({ signal }) => call("GET /api/things", undefined, signal),
  meta: { storedOffline: true },
});

/** Adds a thing, or changes the one with this id. */
export const useSaveThing = (id: number | undefined) =>
  useMutation({
    mutationFn: (body: TypedThing) =>
      id === undefined
        ? call("POST /api/things", { body })
        : call("PUT /api/things/:id", { params: { id }, body }),
    onSuccess: useRefresh(thingsQuery.queryKey),
  });

export const useRemoveThing = (id: number) =>
  useMutation({
    mutationFn: () => call("DELETE /api/things/:id", { params: { id } }),
    onSettled: useRefresh(thingsQuery.queryKey),
  });

export const useChangeThingPicture = (id: number) =>
  useMutation({
    mutationFn: (upload: Blob) => call("PUT /api/things/:id/picture", { params: { id }, upload }),
    onSettled: useRefresh(thingsQuery.queryKey),
  });

export const useRemoveThingPicture = (id: number) =>
  useMutation({
    mutationFn: () => call("DELETE /api/things/:id/picture", { params: { id } }),
    onSettled: useRefresh(thingsQuery.queryKey),
  });
