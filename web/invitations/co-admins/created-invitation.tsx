import { Copy } from "lucide-react";
import type { Invitation } from "#contract/invitations.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Actions } from "#web/ui/layout/row.tsx";
import { Section } from "#web/ui/layout/section.tsx";
import styles from "./link.module.css";
import { copyLink, linkOf } from "./link.ts";

interface CreatedInvitationProps {
  invitation: Invitation;
  onAnother: () => void;
}

const takeFocus = (button: HTMLButtonElement | null) => button?.focus();

export function CreatedInvitation({ invitation, onAnother }: CreatedInvitationProps) {
  const link = linkOf(invitation.inviteCode);
  return (
    <Section title="Invitation Created!" isStatus>
      <p>Send this link to {invitation.name}. It opens the invitation.</p>
      <p className={styles.link}>{link}</p>
      <Actions>
        <Button ref={takeFocus} variant="primary" icon={Copy} onClick={() => copyLink(link)}>
          Copy Link
        </Button>
        <Button onClick={onAnother}>Create Another Invitation</Button>
      </Actions>
    </Section>
  );
}
