import { rememberPlace } from "#web/features/accounts/return-place.ts";
import { useToken } from "#web/platform/api/session.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { WaitingHere } from "./requests/waiting/waiting-here.tsx";

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
