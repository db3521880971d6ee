import { useSearchParams } from "wouter";
import { useToken } from "#web/api/session.ts";
import { lazyNamed } from "#web/ui/page/lazy-named.ts";

const LandingPage = lazyNamed(() => import("#web/landing/landing-page.tsx"), "LandingPage");
const SignupPage = lazyNamed(() => import("#web/accounts/signup.tsx"), "SignupPage");
const SignedInHome = lazyNamed(() => import("./signed-in-home.tsx"), "SignedInHome");

/** The three states of `/`. */
export function HomePage() {
  const isSignedIn = useToken() !== null;
  const [search] = useSearchParams();
  if (search.has("signup")) return <SignupPage />;
  return isSignedIn ? <SignedInHome /> : <LandingPage />;
}
