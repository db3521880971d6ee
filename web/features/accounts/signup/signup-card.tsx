import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CodeChannel, SignInOptions } from "#contract/accounts/sign-in.ts";
import type { OpenInvitation } from "#contract/invitations.ts";
import { EmailForm, InvitedAddress, PhoneForm } from "#web/features/accounts/codes/address-forms.tsx";
import { codeWords } from "#web/features/accounts/codes/code-form.tsx";
import { PasskeyOffer } from "#web/features/accounts/passkeys/passkey-sign-in.tsx";
import type { SignedIn } from "#web/features/accounts/passkeys/queries.ts";
import { ProviderSignIns } from "#web/features/accounts/provider-sign-in.tsx";
import { signInOptionsQuery } from "#web/features/accounts/queries.ts";
import { Button, TallButton } from "#web/ui/action/button.tsx";
import { TallLink } from "#web/ui/action/link.tsx";
import { Or } from "#web/ui/form/form.tsx";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { Skeleton } from "#web/ui/state/loading.tsx";
import { Card } from "#web/ui/surface/panel.tsx";
import { Unbroken } from "#web/ui/text.tsx";
import { knownArrival, type SignedUp, useArrival } from "./arrival.ts";
import { SignUpNote, useIsEntrance, useSignUp } from "./sign-up-note.tsx";
import { signupDraft, signupTitle, storeSignupDraft, useSignupStep } from "./signup-step.ts";

/** A code goes to the phone, unless the server cannot text or the person has chosen e-mail. */
function channelFor(
  { hasTexts, hasEmail }: SignInOptions,
  chosen: CodeChannel | undefined,
): CodeChannel | undefined {
  if (hasTexts && hasEmail) return chosen ?? "phone";
  if (hasTexts) return "phone";
  return hasEmail ? "email" : undefined;
}

const questions: Record<CodeChannel, string> = {
  phone: "What is your phone number?",
  email: "What is your e-mail address?",
};

/** The question about the number or address that the family entered, or undefined if they entered none. */
function invitedQuestion(channel: CodeChannel, invitation: OpenInvitation | undefined): string | undefined {
  const { phoneHint, emailHint } = invitation ?? {};
  if (channel === "phone") return phoneHint ? `Does your phone number end in ${phoneHint}?` : undefined;
  return emailHint ? `Is your e-mail address ${emailHint}?` : undefined;
}

/** Goes on to the next step once a code has been sent. */
function useCodeSent(channel: CodeChannel) {
  const { goTo } = useSignupStep();
  return (to: { phoneNumber?: string; typedPhoneNumber?: string; email?: string; inviteCode?: string }) => {
    const none = { phoneNumber: undefined, email: undefined, inviteCode: undefined };
    storeSignupDraft({ ...none, ...to, channel, isByLink: false, isVerified: false });
    goTo("verify");
  };
}

function AddressForm({ channel }: { channel: CodeChannel }) {
  const { typedPhoneNumber, typedEmail } = signupDraft();
  const sent = useCodeSent(channel);
  if (channel === "email")
    return (
      <EmailForm
        typed={typedEmail}
        onTyped={(typedEmail) => storeSignupDraft({ typedEmail })}
        onSent={(email) => sent({ email })}
      />
    );
  return (
    <PhoneForm
      typed={typedPhoneNumber}
      onTyped={(typedPhoneNumber) => storeSignupDraft({ typedPhoneNumber })}
      onSent={(phoneNumber, typedPhoneNumber) => sent({ phoneNumber, typedPhoneNumber })}
    />
  );
}

const otherChannels = {
  phone: { channel: "email", words: "Use my e-mail instead" },
  email: { channel: "phone", words: "Use my phone instead" },
} as const;

interface CodeFirstProps {
  channel: CodeChannel;
  /** The invitation whose number or address may get the code. */
  invitation: OpenInvitation | undefined;
  onOtherAddress: () => void;
}

function CodeFirst({ channel, invitation, onOtherAddress }: CodeFirstProps) {
  const sent = useCodeSent(channel);
  if (!invitation) return <AddressForm channel={channel} />;
  return (
    <InvitedAddress
      channel={channel}
      invitation={invitation}
      onSent={(inviteCode) => sent({ inviteCode })}
      onOther={onOtherAddress}
    />
  );
}

/** The channel of the code, and whether it goes to the number or address of the invitation. */
function useAddressChoice(options: SignInOptions | undefined, invitation: OpenInvitation | undefined) {
  const draft = signupDraft();
  const [chosen, setChosen] = useState(draft.channel);
  const [others, setOthers] = useState<Record<CodeChannel, boolean>>({
    phone: draft.typedPhoneNumber !== undefined,
    email: draft.typedEmail !== undefined,
  });
  const channel = options && channelFor(options, chosen);
  const invited = channel && !others[channel] ? invitedQuestion(channel, invitation) : undefined;
  return {
    channel,
    question: invited ?? (channel && questions[channel]),
    goesToInvited: invited !== undefined,
    onOtherAddress: () => channel && setOthers({ ...others, [channel]: true }),
    onOtherChannel: (channel: CodeChannel) => {
      storeSignupDraft({ channel });
      setChosen(channel);
    },
  };
}

interface ByCodeProps {
  options: SignInOptions;
  choice: ReturnType<typeof useAddressChoice>;
  invitation: OpenInvitation | undefined;
}

function ByCode({ options: { hasTexts, hasEmail }, choice, invitation }: ByCodeProps) {
  const { channel, goesToInvited, onOtherAddress, onOtherChannel } = choice;
  if (!channel) return <p>This server can't send codes.</p>;
  const other = otherChannels[channel];
  return (
    <>
      <p>
        <Unbroken>{codeWords[channel].known}</Unbroken>
      </p>
      <CodeFirst
        key={channel}
        channel={channel}
        invitation={goesToInvited ? invitation : undefined}
        onOtherAddress={onOtherAddress}
      />
      {hasTexts && hasEmail && (
        <TallButton onClick={() => onOtherChannel(other.channel)}>{other.words}</TallButton>
      )}
    </>
  );
}

interface JoinByLinkProps {
  invitation: OpenInvitation;
  /** Offered where the server can send e-mail. */
  onEmail: (() => void) | undefined;
}

/** The first step for somebody who cannot be sent a code. The next step asks who they are. */
function JoinByLink({ invitation: { inviteCode, invitedBy }, onEmail }: JoinByLinkProps) {
  const { goTo } = useSignupStep();
  const join = () => {
    const none = { phoneNumber: undefined, email: undefined };
    storeSignupDraft({ ...none, inviteCode, isByLink: true, isVerified: true });
    goTo("profile");
  };
  return (
    <Stack gap={24}>
      <p>{invitedBy} gave you this link, so you don't need a code.</p>
      <Button variant="primary" onClick={join}>
        Join with this link
      </Button>
      {onEmail && <TallButton onClick={onEmail}>{otherChannels.phone.words}</TallButton>}
    </Stack>
  );
}

interface SignupCardProps {
  invitation?: OpenInvitation;
  /** Called when somebody with an account has signed in. This does not accept the invitation. */
  onSignedIn: (signedUp: SignedUp) => void;
}

/** The first step of the signup. The invite page shows it too. */
export function SignupCard({ invitation, onSignedIn }: SignupCardProps) {
  const arrive = useArrival(undefined);
  const options = useQuery(signInOptionsQuery);
  const choice = useAddressChoice(options.data, invitation);
  const needsNoCode = invitation?.needsNoCode ?? false;
  const [isByLink, setByLink] = useState(needsNoCode && signupDraft().typedEmail === undefined);
  const question = isByLink ? "Would you like to join?" : choice.question;
  const isOpen = useSignUp(invitation !== undefined) === "open";
  const isEntrance = useIsEntrance();
  const signedIn = async ({ token, user }: SignedIn) => onSignedIn(await arrive(knownArrival(token, user)));
  return (
    <Card
      title={isOpen ? signupTitle(invitation) : "Sign in"}
      level={invitation ? 2 : 1}
      {...(isOpen && { step: isByLink ? "Step 1 of 2" : "Step 1 of 3" })}
      {...(question && { question: <Unbroken>{question}</Unbroken> })}
    >
      <Loaded of={options} name="the ways to sign in" skeleton={<Skeleton shape="row" />}>
        {(options) => (
          <>
            <SignUpNote hasInvitation={invitation !== undefined} />
            {invitation && isByLink && isOpen ? (
              <JoinByLink
                invitation={invitation}
                onEmail={options.hasEmail ? () => setByLink(false) : undefined}
              />
            ) : (
              <ByCode options={options} choice={choice} invitation={invitation} />
            )}
            {needsNoCode && isOpen && !isByLink && (
              <TallButton onClick={() => setByLink(true)}>Join with the link instead</TallButton>
            )}
            <Or />
            <ProviderSignIns inviteCode={invitation?.inviteCode} />
            <PasskeyOffer onSignedIn={signedIn} />
            {!invitation && <TallLink href="/sign-in">I have a code from my family</TallLink>}
            {isEntrance && <TallLink href="/find">Find your family</TallLink>}
          </>
        )}
      </Loaded>
    </Card>
  );
}
