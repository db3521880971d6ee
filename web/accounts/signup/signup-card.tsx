import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { SignInOptions } from "#contract/accounts/sign-in.ts";
import type { OpenInvitation } from "#contract/invitations.ts";
import type { CodeWay } from "#web/accounts/code/code-words.ts";
import { EmailForm } from "#web/accounts/code/email-form.tsx";
import { InvitedAddress } from "#web/accounts/code/invited-address.tsx";
import { PasskeyOffer } from "#web/accounts/passkeys/passkey-offer.tsx";
import type { SignedIn } from "#web/accounts/passkeys/queries.ts";
import { PhoneForm } from "#web/accounts/phone/phone-form.tsx";
import { ProviderSignIns } from "#web/accounts/provider-sign-in.tsx";
import { signInOptionsQuery } from "#web/accounts/sign-in-options.ts";
import { Button } from "#web/ui/action/button.tsx";
import { TallButton, TallLink } from "#web/ui/action/link.tsx";
import { Or } from "#web/ui/form/form.tsx";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { Skeleton } from "#web/ui/state/loading.tsx";
import { Card } from "#web/ui/surface/panel.tsx";
import { Unbroken } from "#web/ui/unbroken.tsx";
import { knownArrival, type SignedUp, useArrival } from "./arrival.ts";
import { keepSignupDraft, signupDraft, signupTitle, useSignupStep } from "./signup-step.ts";

/** A code goes to the phone, unless the server cannot text or the person has chosen e-mail. */
function wayOf({ hasTexts, hasEmail }: SignInOptions, chosen: CodeWay | undefined): CodeWay | undefined {
  if (hasTexts && hasEmail) return chosen ?? "phone";
  if (hasTexts) return "phone";
  return hasEmail ? "email" : undefined;
}

const questions: Record<CodeWay, string> = {
  phone: "What is your phone number?",
  email: "What is your e-mail address?",
};

/**
 * The question about the number or address that the family gave; undefined if they gave none. The server texts the
 * invited number if it can text at all.
 */
function invitedQuestion(
  way: CodeWay,
  { hasTexts }: SignInOptions,
  invitation: OpenInvitation | undefined,
): string | undefined {
  const { phoneHint, emailHint } = invitation ?? {};
  if (way === "email" && hasTexts) return undefined;
  if (way === "phone") return phoneHint ? `Does your phone number end in ${phoneHint}?` : undefined;
  return emailHint ? `Is your e-mail address ${emailHint}?` : undefined;
}

function useSent(way: CodeWay) {
  const { goTo } = useSignupStep();
  return (to: { phoneNumber?: string; typedPhoneNumber?: string; email?: string; inviteCode?: string }) => {
    const none = { phoneNumber: undefined, email: undefined, inviteCode: undefined };
    keepSignupDraft({ ...none, ...to, way, isByLink: false, isVerified: false });
    goTo("verify");
  };
}

function AddressForm({ way }: { way: CodeWay }) {
  const { typedPhoneNumber, typedEmail } = signupDraft();
  const sent = useSent(way);
  if (way === "email")
    return (
      <EmailForm
        typed={typedEmail}
        onTyped={(typedEmail) => keepSignupDraft({ typedEmail })}
        onSent={(email) => sent({ email })}
      />
    );
  return (
    <PhoneForm
      typed={typedPhoneNumber}
      onTyped={(typedPhoneNumber) => keepSignupDraft({ typedPhoneNumber })}
      onSent={(phoneNumber, typedPhoneNumber) => sent({ phoneNumber, typedPhoneNumber })}
    />
  );
}

const otherWays = {
  phone: { way: "email", words: "Use my e-mail instead" },
  email: { way: "phone", words: "Use my phone instead" },
} as const;

interface CodeFirstProps {
  way: CodeWay;
  /** The invitation whose number or address may get the code. */
  invitation: OpenInvitation | undefined;
  onOtherAddress: () => void;
}

function CodeFirst({ way, invitation, onOtherAddress }: CodeFirstProps) {
  const sent = useSent(way);
  if (!invitation) return <AddressForm way={way} />;
  return (
    <InvitedAddress
      way={way}
      invitation={invitation}
      onSent={(inviteCode) => sent({ inviteCode })}
      onOther={onOtherAddress}
    />
  );
}

/** The way of the code, and whether it goes to the number or address of the invitation. */
function useAddressChoice(options: SignInOptions | undefined, invitation: OpenInvitation | undefined) {
  const draft = signupDraft();
  const [chosen, setChosen] = useState(draft.way);
  const [others, setOthers] = useState<Record<CodeWay, boolean>>({
    phone: draft.typedPhoneNumber !== undefined,
    email: draft.typedEmail !== undefined,
  });
  const way = options && wayOf(options, chosen);
  const invited = way && !others[way] ? invitedQuestion(way, options, invitation) : undefined;
  return {
    way,
    question: invited ?? (way && questions[way]),
    isToInvited: invited !== undefined,
    onOtherAddress: () => way && setOthers({ ...others, [way]: true }),
    onOtherWay: (way: CodeWay) => {
      keepSignupDraft({ way });
      setChosen(way);
    },
  };
}

interface ByCodeProps {
  options: SignInOptions;
  choice: ReturnType<typeof useAddressChoice>;
  invitation: OpenInvitation | undefined;
}

function ByCode({ options: { hasTexts, hasEmail }, choice, invitation }: ByCodeProps) {
  const { way, isToInvited, onOtherAddress, onOtherWay } = choice;
  if (!way) return <p>This server can't send codes.</p>;
  const other = otherWays[way];
  return (
    <>
      <CodeFirst
        key={way}
        way={way}
        invitation={isToInvited ? invitation : undefined}
        onOtherAddress={onOtherAddress}
      />
      {hasTexts && hasEmail && <TallButton onClick={() => onOtherWay(other.way)}>{other.words}</TallButton>}
    </>
  );
}

interface JoinByLinkProps {
  invitation: OpenInvitation;
  /** Offered where the server can send e-mail. */
  onEmail: (() => void) | undefined;
}

/** The first step of somebody to whom no code can be sent. The next one asks who they are. */
function JoinByLink({ invitation: { inviteCode, invitedBy }, onEmail }: JoinByLinkProps) {
  const { goTo } = useSignupStep();
  const join = () => {
    const none = { phoneNumber: undefined, email: undefined };
    keepSignupDraft({ ...none, inviteCode, isByLink: true, isVerified: true });
    goTo("profile");
  };
  return (
    <Stack gap={24}>
      <p>{invitedBy} gave you this link, so you don't need a code.</p>
      <Button variant="primary" onClick={join}>
        Join with this link
      </Button>
      {onEmail && <TallButton onClick={onEmail}>{otherWays.phone.words}</TallButton>}
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
  const signedIn = async ({ token, user }: SignedIn) => onSignedIn(await arrive(knownArrival(token, user)));
  return (
    <Card
      title={signupTitle(invitation)}
      level={invitation ? 2 : 1}
      step={isByLink ? "Step 1 of 2" : "Step 1 of 3"}
      {...(question && { question: <Unbroken>{question}</Unbroken> })}
    >
      <Loaded of={options} name="the ways to sign in" skeleton={<Skeleton shape="row" />}>
        {(options) => (
          <>
            {invitation && isByLink ? (
              <JoinByLink
                invitation={invitation}
                onEmail={options.hasEmail ? () => setByLink(false) : undefined}
              />
            ) : (
              <ByCode options={options} choice={choice} invitation={invitation} />
            )}
            {needsNoCode && !isByLink && (
              <TallButton onClick={() => setByLink(true)}>Join with the link instead</TallButton>
            )}
            <Or />
            <ProviderSignIns inviteCode={invitation?.inviteCode} />
            <PasskeyOffer onSignedIn={signedIn} />
            {!invitation && <TallLink href="/sign-in">Someone in my family gives me a code</TallLink>}
          </>
        )}
      </Loaded>
    </Card>
  );
}
