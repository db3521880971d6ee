import { useState } from "react";
import type { OpenInvitation } from "#contract/invitations.ts";
import { GoogleSignIn } from "#web/accounts/google-sign-in.tsx";
import { PasskeyOffer } from "#web/accounts/passkeys/passkey-offer.tsx";
import type { SignedIn } from "#web/accounts/passkeys/queries.ts";
import { InvitedNumber } from "#web/accounts/phone/invited-number.tsx";
import { PhoneForm } from "#web/accounts/phone/phone-form.tsx";
import { WaitingHere } from "#web/help/requests/waiting/waiting-here.tsx";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Or } from "#web/ui/form/form.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { Card, Panel } from "#web/ui/surface/panel.tsx";
import { knownArrival, type SignedUp, useArrival } from "./signed-up.ts";
import { keepSignupDraft, signupDraft } from "./signup-draft.ts";
import { signupTitle, useSignupStep } from "./signup-step.ts";

interface PhoneCardProps {
  invitation?: OpenInvitation;
  /** Somebody with an account has signed in. That does not accept the invitation. */
  onSignedIn: (signedUp: SignedUp) => void;
}

/** The first step, also on the invite page. */
export function PhoneCard({ invitation, onSignedIn }: PhoneCardProps) {
  const { goTo } = useSignupStep();
  const arrive = useArrival(undefined);
  const [isOther, setOther] = useState(signupDraft().typedPhoneNumber !== undefined);
  const sent = (phoneNumber: string, typedPhoneNumber: string) => {
    keepSignupDraft({ phoneNumber, typedPhoneNumber, inviteCode: undefined, isVerified: false });
    goTo("verify");
  };
  const sentToInvited = (inviteCode: string) => {
    keepSignupDraft({ inviteCode, isVerified: false });
    goTo("verify");
  };
  const signedIn = async ({ token, user }: SignedIn) => onSignedIn(await arrive(knownArrival(token, user)));
  const hint = isOther ? null : invitation?.phoneHint;
  return (
    <Card
      title={signupTitle(invitation)}
      level={invitation ? 2 : 1}
      step="Step 1 of 3"
      question={hint ? `Does your phone number end in ${hint}?` : "What is your phone number?"}
    >
      {invitation && hint ? (
        <InvitedNumber invitation={invitation} onSent={sentToInvited} onOther={() => setOther(true)} />
      ) : (
        <PhoneForm
          typed={signupDraft().typedPhoneNumber}
          onTyped={(typedPhoneNumber) => keepSignupDraft({ typedPhoneNumber })}
          onSent={sent}
        />
      )}
      <Or />
      <GoogleSignIn inviteCode={invitation?.inviteCode} />
      <PasskeyOffer onSignedIn={signedIn} />
    </Card>
  );
}

interface PhonePageProps {
  onDone: (signedUp: SignedUp) => void;
}

export const PhonePage = ({ onDone }: PhonePageProps) => (
  <Page title="Create your account, step 1 of 3" layout="card">
    <ButtonLink variant="back" href="/">
      Back
    </ButtonLink>
    <WaitingHere />
    <PhoneCard onSignedIn={onDone} />
    <Panel as="aside" title="Why your phone number?">
      <p>It takes the place of a password. We text you a code, and that is how we know it is you.</p>
      <p>Only your family can see your number. They need it to call you back.</p>
    </Panel>
  </Page>
);
