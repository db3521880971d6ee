import { useSyncExternalStore } from "react";
import { rememberPlace } from "#web/features/accounts/return-place.ts";
import { storedEmergencyNumber } from "#web/features/families/stored-family.ts";
import { onSessionChange, token, useToken } from "#web/platform/api/session.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { SignedOutCards } from "./unsent-card.tsx";

/** Whether nobody is signed in on a device that has known a family. */
const isSignedOut = (): boolean => token() === null && storedEmergencyNumber() !== null;

/** Shows, before the sign-in, requests that could not be sent before the session ended. */
export function WaitingHere() {
  const isShown = useSyncExternalStore(onSessionChange, isSignedOut, () => false);
  return isShown && <SignedOutCards />;
}

/** Nobody is signed in, so there is no family to ask. */
export function SignInFirst() {
  if (useToken() !== null) return null;
  return (
    <>
      <WaitingHere />
      <Note kind="warn" title="Please sign in first">
        <Stack gap={12}>
          <p>Then we know which family to tell. Nothing is sent before that.</p>
          <ButtonLink href="/?signup" isStart onClick={rememberPlace}>
            Sign in
          </ButtonLink>
        </Stack>
      </Note>
    </>
  );
}
