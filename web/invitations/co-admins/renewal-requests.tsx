import type { Invitation } from "#contract/invitations.ts";
import { Stack } from "#web/ui/layout/stack.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { useMinute } from "#web/ui/time/use-minute.ts";
import { isExpired } from "./expiry.ts";
import { RenewButton } from "./invitation-actions.tsx";

/** Links that came too late, and whose bearers have asked. */
export function RenewalRequests({ invitations }: { invitations: Invitation[] }) {
  const now = useMinute();
  const asked = invitations.filter(
    (invitation) => invitation.renewalAskedAt !== null && isExpired(invitation, now),
  );
  return asked.map((invitation) => (
    <Note key={invitation.id} kind="warn" title={`The link for ${invitation.name} has expired.`}>
      <Stack gap={12}>
        <p>Someone opened it and is asking you to renew it.</p>
        <div>
          <RenewButton invitation={invitation} />
        </div>
      </Stack>
    </Note>
  ));
}
