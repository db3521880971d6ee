import type { SignInOptions } from "#contract/accounts/sign-in.ts";
import type { Invitation } from "#contract/invitations.ts";
import { monthAndDay, weekday } from "#contract/time-words.ts";
import { shownPhoneNumber } from "#web/features/accounts/codes/phone-number.ts";
import { QrCode } from "#web/ui/picture/qr-code.tsx";
import { wallClock } from "#web/ui/time/clock.ts";
import { isHandedOver, linkOf, typedLinkOf } from "./invitation-link.ts";
import styles from "./printed-invitation.module.css";

export interface Host {
  name: string;
  phoneNumber: string | null;
}

interface PrintedInvitationProps {
  invitation: Invitation;
  family: { name: string; timeZone: string };
  /** Whether the code comes by text or by e-mail. Without either, the link is enough. */
  options: Pick<SignInOptions, "hasTexts" | "hasEmail">;
  /** The person to call if it does not work. */
  host: Host;
}

function lastStep(invitation: Invitation, { hasTexts, hasEmail }: PrintedInvitationProps["options"]): string {
  const { phoneNumber, email } = invitation;
  if (hasTexts && !isHandedOver(invitation))
    return phoneNumber
      ? "Tap “Yes, text me a code”. Then type in that code."
      : "Type in your phone number. Then type in the code we text you.";
  return hasEmail && email
    ? "Tap “Yes, e-mail me a code”. Then type in that code."
    : "Tap “Join with this link”. Then type in your name.";
}

/** One sheet for the fridge: a QR code, three steps, and who to call. */
export function PrintedInvitation({ invitation, family, options, host }: PrintedInvitationProps) {
  const link = linkOf(invitation.inviteCode);
  const { day } = wallClock(Date.parse(invitation.expiresAt), family.timeZone);
  return (
    <article className={styles.sheet}>
      <h1>{invitation.name}, you are invited!</h1>
      <p className={styles.lead}>
        {host.name} would like you to join “{family.name}” on Porchlight.
      </p>
      <div className={styles.middle}>
        <div className={styles.code}>
          <QrCode text={link} label={`A square that opens the invitation for ${invitation.name}`} />
        </div>
        <ol className={styles.steps}>
          <li>Open your phone's camera.</li>
          <li>Point it at the square. Tap the link that shows up.</li>
          <li>{lastStep(invitation, options)}</li>
        </ol>
      </div>
      {host.phoneNumber && (
        <p className={styles.call}>
          Not working? Call {host.name}: <b>{shownPhoneNumber(host.phoneNumber)}</b>
        </p>
      )}
      <footer className={styles.foot}>
        <p>No camera? Open this address on a phone, a tablet or a computer:</p>
        <p className={styles.link}>{typedLinkOf(invitation.inviteCode)}</p>
        <p>
          It works until {weekday(day)}, {monthAndDay(day)}.
        </p>
      </footer>
    </article>
  );
}
