import { queryOptions } from "@tanstack/react-query";
import type { SignInOptions } from "#contract/accounts/sign-in.ts";
import { callPublic } from "#web/platform/api/call.ts";

/** The server writes the ways to sign in into the page's head. The development server does not. */
function writtenOptions(): SignInOptions | undefined {
  try {
    return JSON.parse(document.querySelector<HTMLMetaElement>('meta[name="sign-in-options"]')?.content ?? "");
  } catch {
    return undefined;
  }
}

/** The ways in which people can sign in on this server. */
export const signInOptionsQuery = queryOptions({
  queryKey: ["account", "sign-in-options"],
  queryFn: ({ signal }) => callPublic("GET /api/auth/options", undefined, signal),
  initialData: writtenOptions,
});
