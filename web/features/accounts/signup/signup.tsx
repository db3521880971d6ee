import { type ReactNode, useEffect, useState } from "react";
import { useLocation } from "wouter";
import type { OpenInvitation } from "#contract/invitations.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { missedInvitation } from "../missed-invitation.tsx";
import { forgetPlace, rememberedPlace } from "../return-place.ts";
import type { AcceptInvitation, SignedUp } from "./arrival.ts";
import { ProfilePage } from "./profile-page.tsx";
import { useSignupStep } from "./signup-step.ts";
import { VerifyPage } from "./verify-page.tsx";

const homeAfterMs = 1_500;

/** A toast says that somebody has joined. */
function outcomeOf({ isNew, hasJoined }: SignedUp): string | undefined {
  if (hasJoined) return undefined;
  if (hasJoined === false) return "You're signed in, but you haven't joined the family.";
  return isNew ? "Your account is ready." : "You are signed in.";
}

/** The last screen of every signup. After a moment it leads home, or to the page that the person came from. */
export function WelcomePage({ of: signedUp }: { of: SignedUp }) {
  const [, navigate] = useLocation();
  const { name, isNew, hasJoined } = signedUp;
  const missed = missedInvitation();
  // An invitation leads to the family's page, whatever was open before.
  const [place] = useState(() => (hasJoined === undefined ? rememberedPlace() : undefined) ?? "/");
  useEffect(forgetPlace, []);
  useEffect(() => {
    const timer = setTimeout(() => navigate(place, { replace: true }), homeAfterMs);
    return () => {
      clearTimeout(timer);
      // This page greets the person itself, and the toast about an invitation stays until they leave it.
      if (isNew) toast({ title: "Signup complete", description: `Welcome to Porchlight, ${name}!` });
    };
  }, [navigate, place, name, isNew]);
  return (
    <Page title="Welcome to Porchlight">
      <Stack gap={24} isNarrow>
        <h1>Welcome to Porchlight, {name}!</h1>
        <Note kind={hasJoined === false ? "warn" : "success"} title={outcomeOf(signedUp)}>
          {hasJoined === false && missed && <p>Please ask {missed.invitedBy} for a new link.</p>}
          <p>Your page opens in a moment.</p>
        </Note>
        <ButtonLink href={place} isStart>
          Open my page
        </ButtonLink>
      </Stack>
    </Page>
  );
}

interface SignupProps {
  /** Fixes the role. */
  invitation?: OpenInvitation;
  /** Accepts the invitation once the person is signed in. */
  accept?: AcceptInvitation;
  /** A further screen for those who have joined by the invitation; it calls `onDone` to go on. */
  afterJoining?: ((onDone: () => void) => ReactNode) | undefined;
  /** The screen of the first step; it calls `onDone` when somebody signs in another way. */
  children: (onDone: (signedUp: SignedUp) => void) => ReactNode;
}

/** The three steps of the signup. Each has its own address. */
export function Signup({ invitation, accept, afterJoining, children }: SignupProps) {
  const { step } = useSignupStep();
  const [signedUp, setSignedUp] = useState<SignedUp>();
  const [isAsked, setAsked] = useState(false);
  const finish = (signedUp: SignedUp) => {
    setAsked(signedUp.hasJoined === true);
    setSignedUp(signedUp);
  };
  if (signedUp && isAsked && afterJoining) return afterJoining(() => setAsked(false));
  if (signedUp) return <WelcomePage of={signedUp} />;
  if (step === "profile") return <ProfilePage invitation={invitation} accept={accept} onDone={finish} />;
  if (step === "verify") return <VerifyPage invitation={invitation} accept={accept} onDone={finish} />;
  return children(finish);
}
