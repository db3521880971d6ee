import { useState } from "react";
import { Button } from "#web/ui/action/button.tsx";
import { useLinkToken } from "#web/ui/page/link-page.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { Card } from "#web/ui/surface/panel.tsx";

/** The page behind a link that signs somebody in. Opening it signs nobody in, because mail programs open links too. */
export function SignInLinkPage() {
  const token = useLinkToken();
  const [isLeaving, setLeaving] = useState(false);
  const signIn = () => {
    setLeaving(true);
    // The app starts anew, as after a sign-in with a provider.
    location.replace(`/?token=${encodeURIComponent(token)}&auth=success`);
  };
  return (
    <Page title="Sign in with your link" layout="card">
      <Card title="Sign in" question="Would you like to sign in on this device?">
        <p>Your link works once.</p>
        <Button variant="primary" isBusy={isLeaving} busyLabel="Signing in..." onClick={signIn}>
          Sign me in
        </Button>
      </Card>
    </Page>
  );
}
