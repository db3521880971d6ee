import { Copy, Printer, Share2 } from "lucide-react";
import type { Invitation } from "#contract/invitations.ts";
import { shownPhoneNumber } from "#web/features/accounts/codes/phone-number.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { Actions, Section, Stack } from "#web/ui/layout/layout.tsx";
import { QrCode } from "#web/ui/picture/qr-code.tsx";
import { canShare, copyLink, shareLink } from "#web/ui/share-link.ts";
import { Note } from "#web/ui/surface/note.tsx";
import { inviteText, isHandedOver, linkOf, printAddressOf, typedLinkOf } from "./invitation-link.ts";
import styles from "./invitations.module.css";

/** Says over which channels the invitation was sent, and which failed. */
function SentChannels({ invitation }: { invitation: Invitation }) {
  const { email, emailedAt, phoneNumber, textedAt } = invitation;
  return (
    <>
      {emailedAt && <p>We e-mailed it to {email}.</p>}
      {phoneNumber && textedAt && <p>We texted it to {shownPhoneNumber(phoneNumber)}.</p>}
      {email && !emailedAt && (
        <Note kind="warn" title="The e-mail could not be sent.">
          <p>Please send the link yourself.</p>
        </Note>
      )}
      {phoneNumber && !textedAt && (
        <Note kind="warn" title="The text message could not be sent.">
          <p>Please send the link yourself.</p>
        </Note>
      )}
    </>
  );
}

/** The link for somebody who gets no message, for the camera or the keyboard of their device. */
const ShownLink = ({ invitation: { inviteCode, name } }: { invitation: Invitation }) => (
  <div className={styles.shown}>
    <div className={styles.square}>
      <QrCode text={linkOf(inviteCode)} label={`A square that opens the invitation for ${name}`} />
    </div>
    <Stack>
      <p>Point the camera of {name}'s phone or tablet at the square.</p>
      <p>No camera? Type this address there:</p>
      <p>
        <b>{typedLinkOf(inviteCode)}</b>
      </p>
    </Stack>
  </div>
);

/** The link for the inviter to send. */
const SentLink = ({ invitation: { inviteCode, name } }: { invitation: Invitation }) => (
  <>
    <p>You can also send {name} this link. It opens the invitation.</p>
    <p className={styles.link}>{linkOf(inviteCode)}</p>
  </>
);

interface CreatedInvitationProps {
  invitation: Invitation;
  title?: string;
  onAnother?: () => void;
}

/** On a phone, the form that was here was longer, so the page has to scroll to the focus. */
function goToTitle(place: HTMLDivElement | null) {
  const heading = place?.querySelector("h2");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  heading.scrollIntoView({ block: "start" });
}

export function CreatedInvitation(props: CreatedInvitationProps) {
  const { invitation, title = "Invitation Created!", onAnother } = props;
  const { name } = invitation;
  const link = linkOf(invitation.inviteCode);
  return (
    <div className={styles.created} ref={goToTitle}>
      <Section title={title} isStatus>
        <SentChannels invitation={invitation} />
        {isHandedOver(invitation) ? (
          <ShownLink invitation={invitation} />
        ) : (
          <SentLink invitation={invitation} />
        )}
        <Actions>
          <Button variant="primary" icon={Copy} onClick={() => copyLink(link)}>
            Copy Link
          </Button>
          {canShare() && (
            <Button icon={Share2} onClick={() => shareLink(link, inviteText(name))}>
              Share Link
            </Button>
          )}
          <ButtonLink icon={Printer} href={printAddressOf(invitation)}>
            Print for the fridge
          </ButtonLink>
          {onAnother && <Button onClick={onAnother}>Create Another Invitation</Button>}
        </Actions>
      </Section>
    </div>
  );
}
