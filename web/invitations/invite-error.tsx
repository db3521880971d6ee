import { CallError, isNetworkFailure } from "#web/api/call.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Actions } from "#web/ui/layout/row.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Lead } from "#web/ui/text.tsx";

interface InviteErrorProps {
  title?: string;
  message?: string;
  advice: string;
}

/** An invitation that leads nowhere, and two ways on. */
const InviteError = ({ title = "Invitation Error", message, advice }: InviteErrorProps) => (
  <Page title={title}>
    <Stack gap={24} isNarrow>
      <h1>{title}</h1>
      {message && <Note kind="danger" isAlert title={message} />}
      <Lead>{advice}</Lead>
      <Actions>
        <ButtonLink variant="primary" href="/">
          Return to Home
        </ButtonLink>
        <ButtonLink variant="quiet" href="/?signup">
          Start without an invite
        </ButtonLink>
      </Actions>
    </Stack>
  </Page>
);

const askAgain = "Please ask the person who invited you for a new link. It only takes them a minute.";
const signInAgain = "Have you joined before? Then go home and sign in with your phone number.";

function explain(error: Error): { message: string; advice: string } {
  const status = error instanceof CallError ? error.status : undefined;
  if (status === 404) return { message: "Invitation not found or has expired", advice: askAgain };
  if (status === 410) return { message: "This invitation has already been used", advice: signInAgain };
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
  />
);

export const VerifyFailed = ({ error }: { error: Error }) => <InviteError {...explain(error)} />;

export const InvalidInvitation = () => <InviteError title="Invalid Invitation" advice={askAgain} />;
