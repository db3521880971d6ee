import { House } from "lucide-react";
import { ButtonLink } from "../action/button.tsx";
import { Section, Stack } from "../layout/layout.tsx";
import { Lead } from "../text.tsx";

interface AccessDeniedProps {
  title: string;
  /** A plain sentence that says who may see it. */
  children: string;
}

/** Replaces a part of the panel that this person may not see. */
export const AccessDenied = ({ title, children }: AccessDeniedProps) => (
  <Section title={title}>
    <p>{children}</p>
    <p>Please ask one of them, or go back to your own page.</p>
    <ButtonLink href="/" icon={House} isStart>
      Go home
    </ButtonLink>
  </Section>
);

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
