import { queryOptions } from "@tanstack/react-query";
import type { Sent } from "#contract/endpoint.ts";
import type { openPhoneDoor } from "#contract/phone-doors.ts";
import { call } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { useRefresh } from "#web/platform/api/queries.ts";

export const phoneDoorsQuery = queryOptions({
  queryKey: ["phone-doors"],
  queryFn: ({ signal }) => call("GET /api/phone-doors", undefined, signal),
});

export const useOpenPhoneDoor = (id: number) =>
  useMutation({
    mutationFn: (body: Sent<typeof openPhoneDoor>["body"]) =>
      call("PUT /api/phone-doors/:id", { params: { id }, body }),
    onSuccess: useRefresh(phoneDoorsQuery.queryKey),
  });

export const useClosePhoneDoor = (id: number) =>
  useMutation({
    mutationFn: () => call("DELETE /api/phone-doors/:id", { params: { id } }),
    onSuccess: useRefresh(phoneDoorsQuery.queryKey),
  });
