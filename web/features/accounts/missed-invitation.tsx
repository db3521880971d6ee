// Remembers an invitation that was closed before the person could join, so that home can say whom to ask for a new link.

import { useState } from "react";
import type { OpenInvitation } from "#contract/invitations.ts";
import { untilSignOut } from "#web/platform/api/session.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Note } from "#web/ui/surface/note.tsx";

type Invited = Pick<OpenInvitation, "inviteCode" | "familyName" | "invitedBy">;

const seenKey = "porchlight-invitation";
const missedKey = `${untilSignOut}missed-invitation`;

function read(storage: Storage, key: string): Invited | undefined {
  try {
    return JSON.parse(storage.getItem(key) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores what this tab was shown, also while it is at a provider. */
export const rememberInvitation = ({ inviteCode, familyName, invitedBy }: OpenInvitation): void =>
  sessionStorage.setItem(seenKey, JSON.stringify({ inviteCode, familyName, invitedBy }));

/** Stores it as missed if this tab was shown that invitation. */
export function missInvitation(inviteCode: string): void {
  const seen = read(sessionStorage, seenKey);
  if (seen?.inviteCode === inviteCode) localStorage.setItem(missedKey, JSON.stringify(seen));
}

export const missedInvitation = (): Invited | undefined => read(localStorage, missedKey);

export const forgetMissedInvitation = (): void => localStorage.removeItem(missedKey);

/** Says whom to ask for a new link, after an invitation was closed before the person could join. */
export function MissedInvitationLine() {
  const [missed, setMissed] = useState(missedInvitation);
  if (!missed) return null;
  const close = () => {
    forgetMissedInvitation();
    setMissed(undefined);
  };
  return (
    <Note kind="warn" title={`You haven't joined ${missed.familyName.replace(/^The /, "the ")} yet`}>
      <Stack gap={12}>
        <p>Your invitation no longer works. Please ask {missed.invitedBy} for a new link.</p>
        <Button variant="quiet" isStart onClick={close}>
          OK
        </Button>
      </Stack>
    </Note>
  );
}
