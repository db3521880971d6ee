import { Copy, Printer, Share2 } from "lucide-react";
import type { Invitation } from "#contract/invitations.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { Actions } from "#web/ui/layout/row.tsx";
import { Section } from "#web/ui/layout/section.tsx";
import styles from "./link.module.css";
import { canShare, copyLink, linkOf, printAddressOf, shareLink } from "./link.ts";
import { WhatLeft } from "./what-left.tsx";

interface CreatedInvitationProps {
  invitation: Invitation;
  title?: string;
  onAnother?: () => void;
}

const takeFocus = (button: HTMLButtonElement | null) => button?.focus();

export function CreatedInvitation(props: CreatedInvitationProps) {
  const { invitation, title = "Invitation Created!", onAnother } = props;
  const { name } = invitation;
  const link = linkOf(invitation.inviteCode);
  return (
    <Section title={title} isStatus>
      <WhatLeft invitation={invitation} />
      <p>You can also send {name} this link. It opens the invitation.</p>
      <p className={styles.link}>{link}</p>
      <Actions>
        <Button ref={takeFocus} variant="primary" icon={Copy} onClick={() => copyLink(link)}>
          Copy Link
        </Button>
        {canShare() && (
          <Button icon={Share2} onClick={() => shareLink(link, name)}>
            Share Link
          </Button>
        )}
        <ButtonLink icon={Printer} href={printAddressOf(invitation)}>
          Print for the fridge
        </ButtonLink>
        {onAnother && <Button onClick={onAnother}>Create Another Invitation</Button>}
      </Actions>
    </Section>
  );
}
