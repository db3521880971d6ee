import { rememberPlace } from "#web/features/accounts/return-place.ts";
import { useToken } from "#web/platform/api/session.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { SignedOut } from "#web/ui/state/access-denied.tsx";
import { PastRequestList, pastRequestsTitle as title } from "./requests/past-requests.tsx";

/** The requests that somebody has made, with their pictures and messages. A helper sees the whole family's. */
export function EarlierRequestsPage() {
  const isSignedIn = useToken() !== null;
  return (
    <Page title={title} layout="tight">
      {isSignedIn ? (
        <>
          <Stack gap={12}>
            <ButtonLink variant="back" href="/help">
              Ask for help
            </ButtonLink>
            <h1>{title}</h1>
          </Stack>
          <PastRequestList />
        </>
      ) : (
        <SignedOut title={title} onSignIn={rememberPlace} />
      )}
    </Page>
  );
}
