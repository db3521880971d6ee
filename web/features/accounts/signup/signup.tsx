import { type ReactNode, useState } from "react";
import type { OpenInvitation } from "#contract/invitations.ts";
import { lazyPage } from "#web/ui/page/lazy.tsx";
import type { AcceptInvitation, SignedUp } from "./arrival.ts";
import { useSignupStep } from "./signup-step.ts";
import { WelcomePage } from "./welcome-page.tsx";

// The first step loads faster without the others.
const VerifyPage = lazyPage(() => import("./verify-page.tsx"), "VerifyPage");
const ProfilePage = lazyPage(() => import("./profile-page.tsx"), "ProfilePage");

interface SignupProps {
  /** Fixes the role. */
  invitation?: OpenInvitation;
  /** Accepts the invitation once the person is signed in. */
  accept?: AcceptInvitation;
  /** The screen of the first step; it calls `onDone` when somebody signs in another way. */
  children: (onDone: (signedUp: SignedUp) => void) => ReactNode;
}

/** The three steps of the signup. Each has its own address. */
export function Signup({ invitation, accept, children }: SignupProps) {
  const { step } = useSignupStep();
  const [signedUp, setSignedUp] = useState<SignedUp>();
  if (signedUp) return <WelcomePage of={signedUp} />;
  if (step === "profile") return <ProfilePage invitation={invitation} accept={accept} onDone={setSignedUp} />;
  if (step === "verify") return <VerifyPage invitation={invitation} accept={accept} onDone={setSignedUp} />;
  return children(setSignedUp);
}
