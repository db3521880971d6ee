import type { CodeChannel } from "#contract/accounts/sign-in.ts";
import type { OpenInvitation } from "#contract/invitations.ts";
import { CodeForm, type CodeReceiver, codeWords, NewCode } from "#web/features/accounts/codes/code-form.tsx";
import { useVerifyCode } from "#web/features/accounts/queries.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { TallLink } from "#web/ui/action/link.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Card, Panel } from "#web/ui/surface/panel.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { type AcceptInvitation, knownArrival, type SignedUp, useArrival } from "./arrival.ts";
import { useSignUp } from "./sign-up-note.tsx";
import { signupDraft, signupTitle, storeSignupDraft, useSignupStep } from "./signup-step.ts";

interface VerifyPageProps {
  invitation: OpenInvitation | undefined;
  accept: AcceptInvitation | undefined;
  /** Called if the number or address already belongs to an account. The person is then signed in. */
  onDone: (signedUp: SignedUp) => void;
}

function useCodeCheck({ invitation, accept, onDone }: VerifyPageProps) {
  const { goTo } = useSignupStep();
  const signUp = useSignUp(invitation !== undefined);
  const { mutateAsync: verify } = useVerifyCode();
  const arrive = useArrival(accept);
  return async (channel: CodeChannel, receiver: CodeReceiver, code: string) => {
    const title = codeWords[channel].verified;
    const { token, user } = await verify({ ...receiver, code });
    if (token && user) {
      toast({ title, description: `Welcome back, ${user.displayName}!` });
      onDone(await arrive(knownArrival(token, user)));
      return;
    }
    if (signUp !== "open") {
      toast({ title, description: "There is no account for it yet. Please ask your family for a link." });
      goTo("phone");
      return;
    }
    toast({ title, description: "Please complete your profile information." });
    storeSignupDraft({ isVerified: true });
    goTo("profile");
  };
}

/** The holder of an invitation sees only a part of its number or address. */
const partOf = (channel: CodeChannel, invitation: OpenInvitation | undefined): string =>
  channel === "phone" ? `the number ending in ${invitation?.phoneHint ?? ""}` : (invitation?.emailHint ?? "");

/** Shown when the person came back from the last step. */
const AlreadyVerified = ({ channel, onGo }: { channel: CodeChannel; onGo: () => void }) => (
  <>
    <Note kind="success" title={codeWords[channel].verified}>
      <p>Please complete your profile information.</p>
    </Note>
    <Button variant="primary" onClick={onGo}>
      Continue
    </Button>
  </>
);

/** The number or address that the code was sent to, for the server and in words. */
function sentTo(invitation: OpenInvitation | undefined): { receiver: CodeReceiver; words: string } {
  const draft = signupDraft();
  const { channel = "phone", inviteCode, email, phoneNumber = "", typedPhoneNumber = phoneNumber } = draft;
  if (inviteCode) return { receiver: { inviteCode, channel }, words: partOf(channel, invitation) };
  if (email) return { receiver: { email }, words: email };
  return { receiver: { phoneNumber }, words: typedPhoneNumber };
}

/** Fills in the first step for a person who goes back to correct the number or address. */
function prefillFirstStep(channel: CodeChannel): void {
  const { inviteCode, email, phoneNumber, typedPhoneNumber = phoneNumber ?? "" } = signupDraft();
  if (channel === "email") storeSignupDraft({ typedEmail: inviteCode ? "" : (email ?? "") });
  else storeSignupDraft({ typedPhoneNumber: inviteCode ? "" : typedPhoneNumber });
}

export function VerifyPage(props: VerifyPageProps) {
  const { goTo, addressOf } = useSignupStep();
  const check = useCodeCheck(props);
  const { channel = "phone", isVerified } = signupDraft();
  const { receiver, words } = sentTo(props.invitation);
  const title = signupTitle(props.invitation);
  return (
    <Page title={`${title}, step 2 of 3`} layout="card" focusesField>
      <ButtonLink variant="back" href={addressOf("phone")}>
        Back
      </ButtonLink>
      <Card title={title} step="Step 2 of 3" question="What is the code we sent you?">
        {isVerified ? (
          <AlreadyVerified channel={channel} onGo={() => goTo("profile")} />
        ) : (
          <>
            <p>Joined before? Then this code signs you in.</p>
            <CodeForm sentTo={words} onCode={(code) => check(channel, receiver, code)} />
          </>
        )}
      </Card>
      <Panel as="aside" title="No code yet?">
        <p>{codeWords[channel].delay}</p>
        <NewCode channel={channel} receiver={receiver} />
        <TallLink href={addressOf("phone")} onClick={() => prefillFirstStep(channel)}>
          {codeWords[channel].other}
        </TallLink>
      </Panel>
    </Page>
  );
}
