import { ButtonLink } from "#web/ui/action/button.tsx";

export const redirectKey = "redirectAfterLogin";

interface GoogleSignInProps {
  /** A path inside the app to come back to. */
  returnTo?: string | undefined;
  /** The invitation to ask about afterwards. */
  inviteCode?: string | undefined;
}

/** The browser's time zone becomes that of a family they may start. */
function addressWith(inviteCode: string | undefined): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const query = new URLSearchParams({ timeZone, ...(inviteCode && { inviteCode }) });
  return `/api/auth/google?${query}`;
}

/** Leaves the app: the whole page goes to Google and comes back to `/` with the result. */
export const GoogleSignIn = ({ returnTo, inviteCode }: GoogleSignInProps) => (
  <ButtonLink
    href={addressWith(inviteCode)}
    onClick={() => {
      if (returnTo) sessionStorage.setItem(redirectKey, returnTo);
      else sessionStorage.removeItem(redirectKey);
    }}
  >
    Sign in with Google
  </ButtonLink>
);
