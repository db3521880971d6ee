import type { changeBirthday } from "#contract/birthdays.ts";
import type { Sent } from "#contract/endpoint.ts";
import { call } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { useRefresh } from "#web/platform/api/queries.ts";

export const useChangeBirthday = (id: number) =>
  useMutation({
    mutationFn: (body: Sent<typeof changeBirthday>["body"]) =>
      call("PUT /api/birthdays/:id", { params: { id }, body }),
    onSuccess: useRefresh(["family"]),
  });

export const useRemoveBirthday = (id: number) =>
  useMutation({
    mutationFn: () => call("DELETE /api/birthdays/:id", { params: { id } }),
    onSuccess: useRefresh(["family"]),
  });
