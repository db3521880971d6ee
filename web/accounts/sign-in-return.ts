import type { QueryClient } from "@tanstack/react-query";
import { navigate } from "wouter/use-browser-location";
import { getStatus } from "#contract/accounts/sign-in.ts";
import { CallError, call, isUnanswered } from "#web/api/call.ts";
import { signIn, signInLater } from "#web/api/session.ts";
import { type ToastWords, toast } from "#web/ui/toast/toast.ts";
import { redirectKey } from "./google-sign-in.tsx";
import { pathInside } from "./path-inside.ts";
import { statusQuery } from "./queries.ts";

const timeoutMs = 10_000;
/** Before each further try, while the server does not answer. */
const pauses = [500, 1_000, 2_000];

const title = "Authentication Successful";
const authenticated = "You've been successfully authenticated.";
const failures: Record<string, ToastWords> = {
  google_auth_failed: {
    title: "Authentication Failed",
    description: "Google authentication failed. Please try again.",
  },
  "provider-unavailable": {
    title: "Login Failed",
    description:
      "Could not connect to the sign-in provider's authentication service. Please try again later.",
  },
};
const usedAlready: ToastWords = {
  title: "Authentication Failed",
  description: "That sign-in has already been used. Please sign in again.",
  variant: "destructive",
};
const otherFailure = {
  title: "Authentication Failed",
  description: "Failed to log you in. Please try again later.",
};

function takeRedirect(): string | undefined {
  const kept = sessionStorage.getItem(redirectKey);
  sessionStorage.removeItem(redirectKey);
  return pathInside(kept, location.origin);
}

/** Whoever came by an invitation is asked there whether to join: nobody joins by signing in. */
const invitePage = (code: string | null) => (code ? `/invite?code=${encodeURIComponent(code)}` : undefined);

async function readStatus(bearer: string) {
  for (const pause of pauses) {
    try {
      return await call(getStatus, { bearer }, AbortSignal.timeout(timeoutMs));
    } catch (error) {
      if (!isUnanswered(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return await call(getStatus, { bearer }, AbortSignal.timeout(timeoutMs));
}

/** The token of the address is good once: nobody else is to use it before it is exchanged. */
async function arrive(queries: QueryClient, brought: string, inviteCode: string | null): Promise<ToastWords> {
  const kept = invitePage(inviteCode) ?? takeRedirect();
  const { user, token = brought } = await readStatus(brought);
  signIn({ token, role: user.role, grandparentNames: user.grandparentNames });
  queries.setQueryData(statusQuery.queryKey, { user });
  navigate(kept ?? (user.role === "admin" ? "/admin" : "/"), { replace: true });
  const { displayName } = user;
  return { title, description: displayName ? `Welcome ${displayName}!` : authenticated };
}

/** Kept all the same where the server could not say who it is; not where it refused. */
function withoutStatus(error: unknown, brought: string): ToastWords {
  if (error instanceof CallError && error.status === 401) return usedAlready;
  signInLater(brought);
  return { title };
}

/** Once, when the app starts: reads what a third-party sign-in brought back in the address, and cleans the address. */
export async function returnFromSignIn(queries: QueryClient): Promise<void> {
  const brought = new URLSearchParams(location.search);
  const bearer = brought.get("token");
  const error = brought.get("error");
  if (location.pathname !== "/") return;
  if (bearer && brought.get("auth") === "success") {
    navigate("/", { replace: true });
    const arrived = arrive(queries, bearer, brought.get("inviteCode"));
    toast(await arrived.catch((reason: unknown) => withoutStatus(reason, bearer)));
  } else if (error) {
    navigate("/", { replace: true });
    toast({ ...(failures[error] ?? otherFailure), variant: "destructive" });
  }
}
