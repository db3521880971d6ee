import { ButtonLink } from "../action/button.tsx";
import { Stack } from "../layout/layout.tsx";
import { Lead } from "../text.tsx";

/** Replaces content that only somebody who is signed in can see. */
export const SignedOut = ({ title, onSignIn }: { title: string; onSignIn: () => void }) => (
  <Stack gap={24} isNarrow>
    <h1>{title}</h1>
    <Lead>You are not signed in on this device.</Lead>
    <ButtonLink variant="primary" href="/?signup" isStart onClick={onSignIn}>
      Sign in with a code
    </ButtonLink>
  </Stack>
);
