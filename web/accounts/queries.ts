import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocation } from "wouter";
import {
  getStatus,
  login,
  logout,
  register,
  requestVerification,
  type User,
  verifyCode,
} from "#contract/accounts/sign-in.ts";
import type { Sent } from "#contract/endpoint.ts";
import { call } from "#web/api/call.ts";
import { forget, remember, token, useToken } from "#web/api/session.ts";

async function readStatus(signal: AbortSignal) {
  const used = token();
  const status = await call(getStatus, undefined, signal);
  if (used !== null && used === token()) remember(status.user.role, status.user.grandparentNames);
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

/** The ways to sign up and sign in that this server has. */
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

/** Signs out on this device and goes home, even if the server cannot be reached. */
export function useLogOut() {
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: () => call(logout),
    onSettled: () => {
      forget();
      // This drops the drafts of unfinished forms.
      sessionStorage.clear();
      queries.clear();
      navigate("/");
    },
  });
}
