import type { OpenInvitation } from "#contract/invitations.ts";
import { CodeForm } from "#web/accounts/phone/code-form.tsx";
import { NewCode } from "#web/accounts/phone/new-code.tsx";
import { useVerifyCode } from "#web/accounts/queries.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { TallLink } from "#web/ui/action/link.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Card, Panel } from "#web/ui/surface/panel.tsx";
import { refusalOf } from "#web/ui/toast/refusal.ts";
import { toast } from "#web/ui/toast/toast.ts";
import type { CodeReceiver } from "../phone/new-code.tsx";
import { type AcceptInvitation, knownArrival, type SignedUp, useArrival } from "./arrival.ts";
import { keepSignupDraft, signupDraft, signupTitle, useSignupStep } from "./signup-step.ts";

interface VerifyPageProps {
  invitation: OpenInvitation | undefined;
  accept: AcceptInvitation | undefined;
  /** Called when the number is known, because the person is then signed in. */
  onDone: (signedUp: SignedUp) => void;
}

function useCodeCheck({ accept, onDone }: VerifyPageProps) {
  const { goTo } = useSignupStep();
  const { mutateAsync: verify } = useVerifyCode();
  const arrive = useArrival(accept);
  return async (receiver: CodeReceiver, code: string) => {
    const { token, user } = await verify({ ...receiver, code }).catch((error: unknown): never => {
      throw refusalOf(error, {
        title: "Verification failed",
        otherwise: "Please try again with the correct code.",
        unreached: "Failed to verify code. Please try again.",
      });
    });
    if (token && user) {
      toast({ title: "Phone verified", description: `Welcome back, ${user.displayName}!` });
      onDone(await arrive(knownArrival(token, user)));
      return;
    }
    toast({ title: "Phone verified", description: "Please complete your profile information." });
    keepSignupDraft({ isVerified: true });
    goTo("profile");
  };
}

/** The holder of an invitation sees only the end of its number. */
const endOf = (invitation: OpenInvitation | undefined): string =>
  `the number ending in ${invitation?.phoneHint ?? ""}`;

/** Shown when the person came back from the last step. */
const AlreadyVerified = ({ onGo }: { onGo: () => void }) => (
  <>
    <Note kind="success" title="Phone verified">
      <p>Please complete your profile information.</p>
    </Note>
    <Button variant="primary" onClick={onGo}>
      Continue
    </Button>
  </>
);

export function VerifyPage(props: VerifyPageProps) {
  const { goTo, addressOf } = useSignupStep();
  const check = useCodeCheck(props);
  const { phoneNumber = "", typedPhoneNumber = phoneNumber, inviteCode, isVerified } = signupDraft();
  const receiver = inviteCode ? { inviteCode } : { phoneNumber };
  const sentTo = inviteCode ? endOf(props.invitation) : typedPhoneNumber;
  const title = signupTitle(props.invitation);
  return (
    <Page title={`${title}, step 2 of 3`} layout="card" isToType>
      <ButtonLink variant="back" href={addressOf("phone")}>
        Back
      </ButtonLink>
      <Card title={title} step="Step 2 of 3" question="What is the code we sent you?">
        {isVerified ? (
          <AlreadyVerified onGo={() => goTo("profile")} />
        ) : (
          <>
            <Note kind="success" title="Verification code sent">
              <p>Please check your phone for the verification code.</p>
            </Note>
            <CodeForm sentTo={sentTo} onCode={(code) => check(receiver, code)} />
          </>
        )}
      </Card>
      <Panel as="aside" title="No code yet?">
        <p>It can take a minute. Check your text messages.</p>
        <NewCode receiver={receiver} />
        <TallLink
          href={addressOf("phone")}
          onClick={() => keepSignupDraft({ typedPhoneNumber: inviteCode ? "" : typedPhoneNumber })}
        >
          Use a different number
        </TallLink>
      </Panel>
    </Page>
  );
}
