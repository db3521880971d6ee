// Signing up, signing in and signing out. Home needs none of it.
import { useQueryClient } from "@tanstack/react-query";
import { useLocation } from "wouter";
import type { login, register, requestVerification, verifyCode } from "#contract/accounts/sign-in.ts";
import type { Sent } from "#contract/endpoint.ts";
import { call, callPublic } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { forget } from "#web/platform/api/session.ts";

/** The words for a sign-in that failed, whichever way it was tried. */
export const notSignedIn = {
  title: "You are not signed in",
  unreached: "We could not reach Porchlight. Please check your connection and try again.",
};

export const useRequestVerification = () =>
  useMutation({
    mutationFn: (body: Sent<typeof requestVerification>["body"]) =>
      callPublic("POST /api/auth/request-verification", { body }),
  });

export const useVerifyCode = () =>
  useMutation({
    mutationFn: (body: Sent<typeof verifyCode>["body"]) => callPublic("POST /api/auth/verify-code", { body }),
  });

export const useRegister = () =>
  useMutation({
    mutationFn: (body: Sent<typeof register>["body"]) => callPublic("POST /api/auth/register", { body }),
  });

export const useLogin = () =>
  useMutation({ mutationFn: (body: Sent<typeof login>["body"]) => callPublic("POST /api/login", { body }) });

// A connection may be half dead, so that no answer ever comes.
const logoutTimeoutMs = 4_000;

/** Signs out on this device and goes home, even if the server cannot be reached. */
export function useLogOut() {
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: () => call("POST /api/auth/logout", undefined, AbortSignal.timeout(logoutTimeoutMs)),
    onSettled: () => {
      forget();
      // This drops the drafts of unfinished forms.
      sessionStorage.clear();
      queries.clear();
      navigate("/");
    },
  });
}
