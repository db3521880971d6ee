import { House } from "lucide-react";
import { ButtonLink } from "../action/button.tsx";
import { Section } from "../layout/layout.tsx";

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
