import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { type ExpiredInvitation, TypedInviteCode } from "#contract/invitations.ts";
import { useSignedInUser } from "#web/features/accounts/queries.ts";
import { mayInvite } from "#web/features/families/contacts.ts";
import { useFamily, useOpenFamily } from "#web/features/families/queries.ts";
import { CallError, isNetworkFailure } from "#web/platform/api/call.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { TallLink } from "#web/ui/action/link.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { useSchemaForm } from "#web/ui/form/schema-form.ts";
import { Actions, Section, Stack } from "#web/ui/layout/layout.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Lead } from "#web/ui/text.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { toastError } from "#web/ui/toast/toast-error.ts";
import { CreatedInvitation } from "./created-invitation.tsx";
import { expiredInvitationQuery, useAskForRenewal, useRenewInvitation } from "./queries.ts";

interface InviteErrorProps {
  title?: string;
  message?: string;
  advice: ReactNode;
  /** A better next step than going home. */
  children?: ReactNode;
  /** The label of the second link, which leads to the signup. */
  otherWay?: string;
}

/** The page of an invitation that does not work, with two ways to go on. */
const InviteError = ({
  title = "Invitation Error",
  message,
  advice,
  otherWay,
  children,
}: InviteErrorProps) => (
  <Page title={title}>
    <Stack gap={24} isNarrow>
      <h1>{title}</h1>
      {message && <Note kind="danger" isAlert title={message} />}
      <Lead>{advice}</Lead>
      {children}
      <Actions>
        <ButtonLink variant={children ? "plain" : "primary"} href="/">
          Return to Home
        </ButtonLink>
        <ButtonLink variant="quiet" href="/?signup">
          {otherWay ?? "Start without an invite"}
        </ButtonLink>
      </Actions>
    </Stack>
  </Page>
);

const askAgain = "Please ask the person who invited you for a new link. It only takes them a minute.";
const signInAgain = "Have you joined before? Then sign in with your phone number.";
const otherWay = "Sign in with a code";

const notFound = "Invitation not found or has expired";

function explain(error: Error): InviteErrorProps {
  const { status, problem } = error instanceof CallError ? error : {};
  if (status === 404) return { message: notFound, advice: askAgain };
  if (status === 410) {
    // The server says so if it was declined.
    const advice = problem?.fields?.code ?? signInAgain;
    return { message: "This invitation has already been used", advice, otherWay };
  }
  if (isNetworkFailure(error)) {
    const advice = "Please check your connection, then open the link again.";
    return { message: "An error occurred while verifying the invitation", advice };
  }
  return { message: "Failed to verify invitation", advice: "Please open the link again in a minute." };
}

function LinkForm() {
  const [, navigate] = useLocation();
  const form = useSchemaForm<TypedInviteCode, TypedInviteCode>({
    schema: TypedInviteCode,
    defaults: { code: "" },
    onSubmit: ({ code }) => navigate(`/invite?code=${code}`),
  });
  return (
    <Form of={form}>
      <TextField
        {...form.field("code")}
        label="Link or code"
        hint="Copy the whole link from your message, and paste it here."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button type="submit" variant="primary" isStart isBusy={form.isBusy}>
        Open my invitation
      </Button>
    </Form>
  );
}

/** The ways on for somebody who opened the page by hand: with an invitation, or with an account. */
export const NoCode = () => (
  <Page title="Invitation Error">
    <Stack gap={24} isNarrow>
      <h1>Invitation Error</h1>
      <Note kind="danger" isAlert title="No invitation code provided" />
      <Lead>Tap the link in the message from your family. Or enter it here:</Lead>
      <LinkForm />
      <Section title="Joined before?">
        <p>You don't need the invitation again.</p>
        <ButtonLink href="/?signup" isStart>
          Sign in
        </ButtonLink>
        <TallLink href="/sign-in">I have a code from my family</TallLink>
      </Section>
      <ButtonLink variant="quiet" href="/" isStart>
        Return to Home
      </ButtonLink>
    </Stack>
  </Page>
);

export const VerifyFailed = ({ error }: { error: Error }) => <InviteError {...explain(error)} />;

export const InvalidInvitation = () => <InviteError title="Invalid Invitation" advice={askAgain} />;

interface AskForRenewalProps {
  inviteCode: string;
  /** The person who can renew it. */
  of: string;
}

function AskForRenewal({ inviteCode, of: name }: AskForRenewalProps) {
  const { mutate: ask, isPending, isSuccess, error } = useAskForRenewal();
  return (
    <>
      <div role="status">
        {isSuccess && (
          <Note kind="success" title={`We asked ${name} to renew it.`}>
            <p>Then the same link will work again. Please try it again later.</p>
          </Note>
        )}
      </div>
      <ErrorMessage error={error} />
      {!isSuccess && (
        <Button
          variant="primary"
          isStart
          isBusy={isPending}
          busyLabel={`Asking ${name}...`}
          onClick={() => ask(inviteCode)}
        >
          Ask {name} to renew it
        </Button>
      )}
    </>
  );
}

/** Renews the invitation after opening its family, which may not be the open one. */
function useRenewal({ id, familyId }: ExpiredInvitation) {
  const user = useSignedInUser();
  const { mutateAsync: open, isPending: isOpening } = useOpenFamily();
  const { mutateAsync: renew, isPending: isRenewing, data } = useRenewInvitation();
  const press = async () => {
    try {
      if (user?.familyId !== familyId) await open(familyId);
      await renew(id);
      toast({ title: "Invitation renewed" });
    } catch (error) {
      toastError(error, { title: "Failed to renew invitation", otherwise: "Please try again." });
    }
  };
  return { press, isBusy: isOpening || isRenewing, renewed: data };
}

/** Lets somebody who may invite renew the link with one tap. */
function RenewHere({ expired }: { expired: ExpiredInvitation }) {
  const { press, isBusy, renewed } = useRenewal(expired);
  const title = `The invitation for ${expired.name} has expired`;
  if (renewed)
    return (
      <Page title={`The invitation for ${expired.name} works again`}>
        <Stack gap={24} isNarrow>
          <h1>The invitation for {expired.name} works again</h1>
          <CreatedInvitation invitation={renewed} title="Invitation renewed" />
        </Stack>
      </Page>
    );
  return (
    <Page title={title}>
      <Stack gap={24} isNarrow>
        <h1>{title}</h1>
        <Lead>With one tap, the same link works for seven more days. We'll send it again, too.</Lead>
        <Button variant="primary" isStart isBusy={isBusy} busyLabel="Renewing..." onClick={press}>
          Renew this invitation
        </Button>
        <ButtonLink href="/" isStart>
          Return to Home
        </ButtonLink>
      </Stack>
    </Page>
  );
}

/** Whether the person is an admin of that family, or a grandparent in a family without one. */
function useMayRenew(expired: ExpiredInvitation | undefined): boolean {
  const user = useSignedInUser();
  const family = useFamily();
  if (!expired || !user) return false;
  const membership = user.families.find(({ id }) => id === expired.familyId);
  return membership?.role === "admin" || (family?.id === expired.familyId && mayInvite(family, user.id));
}

interface ExpiredProps {
  code: string;
  /** The server's message. */
  askAdvice: string;
}

/** The page of an expired link. People who may renew it do so here, others can ask for it. */
export function Expired({ code, askAdvice }: ExpiredProps) {
  const { data: expired } = useQuery(expiredInvitationQuery(code));
  const mayRenew = useMayRenew(expired);
  if (expired && mayRenew) return <RenewHere expired={expired} />;
  return (
    <InviteError message={notFound} advice={askAdvice} otherWay="Sign in with a code">
      {expired && <AskForRenewal inviteCode={code} of={expired.renewedBy} />}
    </InviteError>
  );
}
