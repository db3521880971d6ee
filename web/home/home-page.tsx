import { lazy, useState } from "react";
import { useSearchParams } from "wouter";
import { useToken } from "#web/api/session.ts";

const LandingPage = lazy(async () => ({
  default: (await import("#web/landing/landing-page.tsx")).LandingPage,
}));
const Signup = lazy(async () => ({ default: (await import("#web/accounts/signup.tsx")).Signup }));
const SignedInHome = lazy(async () => ({ default: (await import("./signed-in-home.tsx")).SignedInHome }));

/** Who came signed out stays in the signup until its last screen leads on. */
function SignupOrHome({ isSignedIn }: { isSignedIn: boolean }) {
  const [wasSignedIn] = useState(isSignedIn);
  return wasSignedIn ? <SignedInHome /> : <Signup />;
}

/** The three states of `/`. */
export function HomePage() {
  const isSignedIn = useToken() !== null;
  const [search] = useSearchParams();
  if (search.has("signup")) return <SignupOrHome isSignedIn={isSignedIn} />;
  return isSignedIn ? <SignedInHome /> : <LandingPage />;
}
