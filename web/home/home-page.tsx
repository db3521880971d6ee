import { useSearchParams } from "wouter";
import { useToken } from "#web/api/session.ts";
import { lazyPage } from "#web/ui/page/lazy.tsx";

const LandingPage = lazyPage(() => import("#web/landing/landing-page.tsx"), "LandingPage");
const SignupPage = lazyPage(() => import("./signup-page.tsx"), "SignupPage");
const SignedInHome = lazyPage(() => import("./signed-in-home.tsx"), "SignedInHome");

/** The three states of `/`. */
export function HomePage() {
  const isSignedIn = useToken() !== null;
  const [search] = useSearchParams();
  if (search.has("signup")) return <SignupPage />;
  return isSignedIn ? <SignedInHome /> : <LandingPage />;
}
