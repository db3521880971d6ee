import { useState } from "react";
import { Button } from "#web/ui/action/button.tsx";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { forgetMissedInvitation, missedInvitation } from "./missed-invitation.ts";

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
