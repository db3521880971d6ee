import type { QueryClient } from "@tanstack/react-query";
import { navigate } from "wouter/use-browser-location";
import { signIn, token } from "#web/api/session.ts";
import { type ToastWords, toast } from "#web/ui/toast/toast.ts";
import { redirectKey } from "./google-sign-in.tsx";
import { statusQuery } from "./queries.ts";

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
const otherFailure = {
  title: "Authentication Failed",
  description: "Failed to log you in. Please try again later.",
};

/** A path inside the app, kept before the sign-in; anything that could lead elsewhere is dropped. */
function takeRedirect(): string | undefined {
  const kept = sessionStorage.getItem(redirectKey);
  sessionStorage.removeItem(redirectKey);
  if (!kept?.startsWith("/")) return undefined;
  const { origin, pathname, search } = new URL(kept, location.origin);
  return origin === location.origin ? pathname + search : undefined;
}

async function arrive(queries: QueryClient): Promise<void> {
  const title = "Authentication Successful";
  const kept = takeRedirect();
  try {
    const { user } = await queries.fetchQuery(statusQuery);
    navigate(kept ?? (user.role === "admin" ? "/admin" : "/"), { replace: true });
    const description = user.displayName
      ? `Welcome ${user.displayName}!`
      : "You've been successfully authenticated.";
    toast({ title, description });
  } catch {
    // A token that the server refused is forgotten by now.
    toast(
      token() ? { title } : { title, description: "That sign-in was used already. Please sign in again." },
    );
  }
}

/** Once, when the app starts: reads what a third-party sign-in brought back in the address, and cleans the address. */
export function returnFromSignIn(queries: QueryClient): void {
  const brought = new URLSearchParams(location.search);
  const bearer = brought.get("token");
  const error = brought.get("error");
  if (location.pathname !== "/") return;
  if (bearer && brought.get("auth") === "success") {
    signIn({ token: bearer, role: null });
    navigate("/", { replace: true });
    void arrive(queries);
  } else if (error) {
    navigate("/", { replace: true });
    toast({ ...(failures[error] ?? otherFailure), variant: "destructive" });
  }
}
