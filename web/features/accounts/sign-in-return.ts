import type { QueryClient } from "@tanstack/react-query";
import { navigate } from "wouter/use-browser-location";
import { readLinkCode } from "#contract/typed-words.ts";
import { CallError, call, callPublic, isUnanswered, messageOf } from "#web/platform/api/call.ts";
import { rememberPerson, signIn, signInLater } from "#web/platform/api/session.ts";
import { classNames } from "#web/ui/class-names.ts";
import styles from "#web/ui/page/page.module.css";
import { type ToastWords, toast } from "#web/ui/toast/toast.ts";
import { missInvitation } from "./missed-invitation.tsx";
import { statusQuery } from "./queries.ts";
import { forgetPlace, rememberedPlace } from "./return-place.ts";

const timeoutMs = 10_000;
/** The pauses before each retry while the server does not answer. */
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
  "sign-up-refused": {
    title: "No account yet",
    description:
      "This Porchlight takes no new people without an invitation. Please ask your family for a link.",
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

/** Signing in joins nobody to a family. The invite page asks first. */
const invitePage = (code: string | null) => (code ? `/invite?code=${encodeURIComponent(code)}` : undefined);

/** The server's words about an invitation that was closed while the person was at the provider. */
async function closedWords(inviteCode: string): Promise<string | undefined> {
  try {
    await callPublic(
      "GET /api/invitations/verify",
      { query: { code: inviteCode } },
      AbortSignal.timeout(timeoutMs),
    );
  } catch (error) {
    if (error instanceof CallError && (error.status === 404 || error.status === 410))
      return messageOf(error, "Failed to accept the invitation.");
  }
  return undefined;
}

async function readStatus(bearer: string) {
  for (const pause of pauses) {
    try {
      return await call("GET /api/auth/status", { bearer }, AbortSignal.timeout(timeoutMs));
    } catch (error) {
      if (!isUnanswered(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return await call("GET /api/auth/status", { bearer }, AbortSignal.timeout(timeoutMs));
}

/** The token in the address works once. It is exchanged before anything else uses it. */
async function arrive(queries: QueryClient, brought: string, inviteCode: string | null): Promise<ToastWords> {
  const place = rememberedPlace();
  forgetPlace();
  const { user, token = brought } = await readStatus(brought);
  const closed = inviteCode ? await closedWords(inviteCode) : undefined;
  if (inviteCode && closed) missInvitation(inviteCode);
  const next = closed ? "/" : (invitePage(inviteCode) ?? place);
  signIn({ token, role: user.role, grandparentNames: user.grandparentNames });
  rememberPerson(user.id, user.familyId);
  queries.setQueryData(statusQuery.queryKey, { user });
  navigate(next ?? (user.role === "admin" ? "/admin" : "/"), { replace: true });
  if (closed) return { title: "Invitation acceptance failed", description: closed, variant: "destructive" };
  const { displayName } = user;
  return { title, description: displayName ? `Welcome ${displayName}!` : authenticated };
}

/** Stores the token if the server gave no answer, but not if it refused the token. */
function withoutStatus(error: unknown, brought: string): ToastWords {
  if (error instanceof CallError && error.status === 401) return usedAlready;
  signInLater(brought);
  return { title };
}

/** Stays until React draws the app in its place. It offers no reload, which would lose the token. */
function showProgress(): void {
  const page = document.createElement("main");
  page.className = classNames(styles.page);
  page.textContent = "Signing you in...";
  const root = document.getElementById("root");
  root?.removeAttribute("data-prerendered");
  root?.replaceChildren(page);
}

/** Runs once when the app starts: reads the result of a provider's sign-in from the address, and removes it there. */
export async function returnFromSignIn(queries: QueryClient): Promise<void> {
  const brought = new URLSearchParams(location.search);
  const bearer = brought.get("token");
  const error = brought.get("error");
  if (location.pathname !== "/") return;
  if (bearer && readLinkCode(brought.get("auth") ?? "") === "success") {
    navigate("/", { replace: true });
    showProgress();
    const arrived = arrive(queries, bearer, brought.get("inviteCode"));
    toast(await arrived.catch((reason: unknown) => withoutStatus(reason, bearer)));
  } else if (error) {
    navigate("/", { replace: true });
    toast({ ...(failures[error] ?? otherFailure), variant: "destructive" });
  }
}
