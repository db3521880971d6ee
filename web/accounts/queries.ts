import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  getStatus,
  login,
  logout,
  register,
  requestVerification,
  type User,
  verifyCode,
} from "#contract/accounts.ts";
import type { Sent } from "#contract/endpoint.ts";
import { openFamily, startFamily } from "#contract/families.ts";
import { CallError, call } from "#web/api/call.ts";
import { forget, remember, token, useToken } from "#web/api/session.ts";
import { toast } from "#web/ui/toast/toast.ts";

/** A token that the server no longer knows is worth nothing: say so and go on without it. */
function dropDeadToken(error: unknown, used: string | null): void {
  if (!(error instanceof CallError) || error.status !== 401 || used === null || used !== token()) return;
  forget();
  toast({ title: "You are signed out", description: "Please sign in again on this device." });
}

async function readStatus(signal: AbortSignal) {
  const used = token();
  try {
    const status = await call(getStatus, undefined, signal);
    if (used !== null && used === token()) remember(status.user.role, status.user.grandparentNames);
    return status;
  } catch (error) {
    dropDeadToken(error, used);
    throw error;
  }
}

/** Who is signed in, and in which family. */
export const statusQuery = queryOptions({
  queryKey: ["account", "status"],
  queryFn: ({ signal }) => readStatus(signal),
});

/** Undefined while nobody is signed in, or the server has not said who it is. */
export function useSignedInUser(): User | undefined {
  const isSignedIn = useToken() !== null;
  const { data } = useQuery({ ...statusQuery, enabled: isSignedIn });
  return isSignedIn ? data?.user : undefined;
}

export const useRequestVerification = () =>
  useMutation({
    mutationFn: (body: Sent<typeof requestVerification>["body"]) => call(requestVerification, { body }),
  });

export const useVerifyCode = () =>
  useMutation({ mutationFn: (body: Sent<typeof verifyCode>["body"]) => call(verifyCode, { body }) });

export const useRegister = () =>
  useMutation({ mutationFn: (body: Sent<typeof register>["body"]) => call(register, { body }) });

export const useLogin = () =>
  useMutation({ mutationFn: (body: Sent<typeof login>["body"]) => call(login, { body }) });

/** Signs out on this device also where the server cannot be told. */
export function useLogOut() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(logout),
    onSettled: () => {
      forget();
      queries.clear();
    },
  });
}

/** Everything on this device belongs to the family that is open: all of it is read again. */
const useAnotherFamily = () => {
  const queries = useQueryClient();
  return () => queries.resetQueries();
};

export const useStartFamily = () => {
  const onSuccess = useAnotherFamily();
  return useMutation({
    mutationFn: (body: Sent<typeof startFamily>["body"]) => call(startFamily, { body }),
    onSuccess,
  });
};

export const useOpenFamily = () => {
  const onSuccess = useAnotherFamily();
  return useMutation({
    mutationFn: (familyId: number) => call(openFamily, { body: { familyId } }),
    onSuccess,
  });
};
