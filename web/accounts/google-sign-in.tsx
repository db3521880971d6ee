import { ButtonLink } from "#web/ui/action/button.tsx";

export const redirectKey = "redirectAfterLogin";

interface GoogleSignInProps {
  /** A path inside the app to come back to. */
  returnTo?: string | undefined;
}

/** Leaves the app: the whole page goes to Google and comes back to `/` with what came of it. */
export const GoogleSignIn = ({ returnTo }: GoogleSignInProps) => (
  <ButtonLink
    href="/api/auth/google"
    onClick={() => {
      if (returnTo) sessionStorage.setItem(redirectKey, returnTo);
      else sessionStorage.removeItem(redirectKey);
    }}
  >
    Sign in with Google
  </ButtonLink>
);
