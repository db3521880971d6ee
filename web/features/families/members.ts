import { queryOptions, useQueryClient } from "@tanstack/react-query";
import type { Sent } from "#contract/endpoint.ts";
import {
  changeFamily,
  changeRole,
  getProxyState,
  leaveFamily,
  listMembers,
  type Role,
  removeMember,
} from "#contract/families.ts";
import { withFreshProof } from "#web/features/accounts/fresh-proof.ts";
import { call } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { startAfresh, useRefresh } from "#web/platform/api/queries.ts";

export const membersQuery = queryOptions({
  queryKey: ["family", "members"],
  queryFn: ({ signal }) => call(listMembers, undefined, signal),
  // Using the app publishes no live event, so "last seen" is read again each time it is shown.
  refetchOnMount: "always",
});

export const proxyStateQuery = queryOptions({
  queryKey: ["family", "proxy"],
  queryFn: ({ signal }) => call(getProxyState, undefined, signal),
});

export const useChangeFamily = () =>
  useMutation({
    mutationFn: (body: Sent<typeof changeFamily>["body"]) => call(changeFamily, { body }),
    onSuccess: useRefresh(["family"]),
  });

interface NewRole {
  id: number;
  role: Role;
}

export const useChangeRole = () =>
  useMutation({
    mutationFn: ({ id, role }: NewRole) =>
      withFreshProof(() => call(changeRole, { params: { id }, body: { role } })),
    onSettled: useRefresh(["family"]),
  });

export const useRemoveMember = () =>
  useMutation({
    mutationFn: (id: number) => withFreshProof(() => call(removeMember, { params: { id } })),
    onSettled: useRefresh(["family"]),
  });

export const useLeaveFamily = () => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (successor: number | undefined) =>
      withFreshProof(() => call(leaveFamily, { query: { successor: successor?.toString() } })),
    onSuccess: () => startAfresh(queries),
  });
};
