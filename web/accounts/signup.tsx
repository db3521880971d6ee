import { type ReactNode, useState } from "react";
import { Redirect } from "wouter";
import type { OpenInvitation } from "#contract/invitations.ts";
import { PhonePage } from "#web/accounts/signup/phone-page.tsx";
import { ProfilePage } from "#web/accounts/signup/profile-page.tsx";
import type { SignedUp } from "#web/accounts/signup/signed-up.ts";
import { useSignupStep } from "#web/accounts/signup/signup-step.ts";
import { VerifyPage } from "#web/accounts/signup/verify-page.tsx";
import { WelcomePage } from "#web/accounts/signup/welcome-page.tsx";
import { token } from "#web/api/session.ts";

interface SignupProps {
  /** Fixes the role, and is accepted at the end. */
  invitation?: OpenInvitation;
  /** The screen of the first step; it calls `onDone` where somebody comes in another way. */
  children: (onDone: (signedUp: SignedUp) => void) => ReactNode;
}

/** The three steps of the signup card, each a screen with an address of its own. */
export function Signup({ invitation, children }: SignupProps) {
  const { step } = useSignupStep();
  const [signedUp, setSignedUp] = useState<SignedUp>();
  if (signedUp) return <WelcomePage of={signedUp} />;
  if (step === "profile") return <ProfilePage invitation={invitation} onDone={setSignedUp} />;
  if (step === "verify") return <VerifyPage invitation={invitation} onDone={setSignedUp} />;
  return children(setSignedUp);
}

/** Home while somebody signs up: `/?signup`. It stays until its last screen leads on. */
export function SignupPage() {
  const [isAlreadyIn] = useState(() => token() !== null);
  if (isAlreadyIn) return <Redirect to="/" replace />;
  return <Signup>{(onDone) => <PhonePage onDone={onDone} />}</Signup>;
}
