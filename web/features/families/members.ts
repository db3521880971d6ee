import { queryOptions, useQueryClient } from "@tanstack/react-query";
import type { Sent } from "#contract/endpoint.ts";
import type { changeFamily, Role } from "#contract/families.ts";
import { withFreshProof } from "#web/features/accounts/fresh-proof.ts";
import { call } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { startAfresh, useRefresh } from "#web/platform/api/queries.ts";

export const membersQuery = queryOptions({
  queryKey: ["family", "members"],
  queryFn: ({ signal }) => call("GET /api/family/members", undefined, signal),
  // Using the app publishes no live event, so "last seen" is read again each time it is shown.
  refetchOnMount: "always",
});

export const proxyStateQuery = queryOptions({
  queryKey: ["family", "proxy"],
  queryFn: ({ signal }) => call("GET /api/family/proxy", undefined, signal),
});

export const useChangeFamily = () =>
  useMutation({
    mutationFn: (body: Sent<typeof changeFamily>["body"]) => call("PUT /api/family", { body }),
    onSuccess: useRefresh(["family"]),
  });

interface NewRole {
  id: number;
  role: Role;
}

export const useChangeRole = () =>
  useMutation({
    mutationFn: ({ id, role }: NewRole) =>
      withFreshProof(() => call("PUT /api/family/members/:id", { params: { id }, body: { role } })),
    onSettled: useRefresh(["family"]),
  });

export const useRemoveMember = () =>
  useMutation({
    mutationFn: (id: number) =>
      withFreshProof(() => call("DELETE /api/family/members/:id", { params: { id } })),
    onSettled: useRefresh(["family"]),
  });

export const useLeaveFamily = () => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (successor: number | undefined) =>
      withFreshProof(() =>
        call("DELETE /api/family/membership", { query: { successor: successor?.toString() } }),
      ),
    onSuccess: () => startAfresh(queries),
  });
};
