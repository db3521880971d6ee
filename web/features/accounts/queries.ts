import { queryOptions, useQuery } from "@tanstack/react-query";
import type { User } from "#contract/accounts/sign-in.ts";
import { call } from "#web/platform/api/call.ts";
import { remember, rememberPerson, token, useToken } from "#web/platform/api/session.ts";

async function readStatus(signal: AbortSignal) {
  const used = token();
  const status = await call("GET /api/auth/status", undefined, signal);
  if (used !== null && used === token()) {
    rememberPerson(status.user.id, status.user.familyId);
    remember(status.user.role, status.user.grandparentNames);
  }
  return status;
}

/** Says who is signed in, and which family is open. */
export const statusQuery = queryOptions({
  queryKey: ["account", "status"],
  queryFn: ({ signal }) => readStatus(signal),
  meta: { keptOffline: true },
});

/** Undefined while nobody is signed in, or until the server has answered. */
export function useSignedInUser(): User | undefined {
  const isSignedIn = useToken() !== null;
  const { data } = useQuery({ ...statusQuery, enabled: isSignedIn });
  return isSignedIn ? data?.user : undefined;
}
