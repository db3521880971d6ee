import type { ReactNode } from "react";
import { CallError, isNetworkFailure } from "#web/platform/api/call.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Actions, Stack } from "#web/ui/layout/layout.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Lead } from "#web/ui/text.tsx";

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
export const InviteError = ({
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

export const notFound = "Invitation not found or has expired";

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

export const NoCode = () => (
  <InviteError
    message="No invitation code provided"
    advice="Please open the whole link from your message. Have you joined before? Sign in with your phone number."
    otherWay={otherWay}
  />
);

export const VerifyFailed = ({ error }: { error: Error }) => <InviteError {...explain(error)} />;

export const InvalidInvitation = () => <InviteError title="Invalid Invitation" advice={askAgain} />;
