import { useState } from "react";
import type { OpenInvitation } from "#contract/invitations.ts";
import { GoogleSignIn } from "#web/accounts/google-sign-in.tsx";
import { PasskeyOffer } from "#web/accounts/passkeys/passkey-offer.tsx";
import type { SignedIn } from "#web/accounts/passkeys/queries.ts";
import { InvitedNumber } from "#web/accounts/phone/invited-number.tsx";
import { PhoneForm } from "#web/accounts/phone/phone-form.tsx";
import { Or } from "#web/ui/form/form.tsx";
import { Card } from "#web/ui/surface/panel.tsx";
import { knownArrival, type SignedUp, useArrival } from "./arrival.ts";
import { keepSignupDraft, signupDraft, signupTitle, useSignupStep } from "./signup-step.ts";

interface PhoneCardProps {
  invitation?: OpenInvitation;
  /** Called when somebody with an account has signed in. This does not accept the invitation. */
  onSignedIn: (signedUp: SignedUp) => void;
}

/** The first step of the signup. The invite page shows it too. */
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
