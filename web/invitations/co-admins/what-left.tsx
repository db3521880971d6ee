import type { Invitation } from "#contract/invitations.ts";
import { shownPhoneNumber } from "#web/accounts/phone/phone-number.ts";
import { Note } from "#web/ui/surface/note.tsx";

/** By which ways it left, and truthfully by which it did not. */
export function WhatLeft({ invitation }: { invitation: Invitation }) {
  const { email, emailedAt, phoneNumber, textedAt } = invitation;
  return (
    <>
      {emailedAt && <p>We e-mailed it to {email}.</p>}
      {phoneNumber && textedAt && <p>We texted it to {shownPhoneNumber(phoneNumber)}.</p>}
      {!emailedAt && (
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
