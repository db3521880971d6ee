import type { OpenInvitation } from "#contract/invitations.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Card, Panel } from "#web/ui/surface/panel.tsx";
import { ProfileForm } from "./profile-form.tsx";
import type { SignedUp } from "./signed-up.ts";
import { signupTitle, useSignupStep } from "./signup-step.ts";

interface ProfilePageProps {
  invitation: OpenInvitation | undefined;
  onDone: (signedUp: SignedUp) => void;
}

export function ProfilePage({ invitation, onDone }: ProfilePageProps) {
  const { addressOf } = useSignupStep();
  const title = signupTitle(invitation);
  return (
    <Page title={`${title}, step 3 of 3`} layout="card">
      <ButtonLink variant="back" href={addressOf("verify")}>
        Back
      </ButtonLink>
      <Card title={title} step="Step 3 of 3" question="Who are you?">
        <Note kind="success" title="Phone verified">
          <p>Please complete your profile information.</p>
        </Note>
        <ProfileForm invitation={invitation} onDone={onDone} />
      </Card>
      <Panel as="aside" title="Almost there">
        <p>This is the last step. You can change your names later.</p>
      </Panel>
    </Page>
  );
}
