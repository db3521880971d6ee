import { lazy } from "react";
import { useSearchParams } from "wouter";
import { useToken } from "#web/api/session.ts";

const LandingPage = lazy(async () => ({
  default: (await import("#web/landing/landing-page.tsx")).LandingPage,
}));
const SignupPage = lazy(async () => ({ default: (await import("#web/accounts/signup.tsx")).SignupPage }));
const SignedInHome = lazy(async () => ({ default: (await import("./signed-in-home.tsx")).SignedInHome }));

/** The three states of `/`. */
export function HomePage() {
  const isSignedIn = useToken() !== null;
  const [search] = useSearchParams();
  if (search.has("signup")) return <SignupPage />;
  return isSignedIn ? <SignedInHome /> : <LandingPage />;
}
