import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Invitation } from "#contract/invitations.ts";
import { statusQuery } from "#web/features/accounts/queries.ts";
import { isForbidden } from "#web/platform/api/call.ts";
import { MoreOption } from "#web/ui/action/option.tsx";
import { Section, Stack } from "#web/ui/layout/layout.tsx";
import { AccessDenied } from "#web/ui/state/access-denied.tsx";
import { Failed } from "#web/ui/state/loaded.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { useMinute } from "#web/ui/time/times.tsx";
import { CreatedInvitation } from "./created-invitation.tsx";
import { InvitationForm } from "./invitation-form.tsx";
import { isExpired } from "./invitation-link.ts";
import { InvitationTable, RenewButton } from "./invitation-table.tsx";
import { familyInvitationsQuery } from "./queries.ts";

/** Expired links that somebody has asked to renew. */
function RenewalRequests({ invitations }: { invitations: Invitation[] }) {
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

const loading = (
  <p role="status" data-loading="">
    Loading invitations...
  </p>
);

function InvitationCreator({ familyId }: { familyId: number }) {
  const [created, setCreated] = useState<Invitation>();
  const [isAgain, setAgain] = useState(false);
  const another = () => {
    setAgain(true);
    setCreated(undefined);
  };
  if (created) return <CreatedInvitation invitation={created} onAnother={another} />;
  return <InvitationForm familyId={familyId} isAgain={isAgain} onCreated={setCreated} />;
}

function List({ of: { data, isError, refetch } }: { of: UseQueryResult<Invitation[]> }) {
  if (!data && !isError) return loading;
  const accepted = data?.filter(({ status }) => status === "accepted") ?? [];
  const open = data?.filter(({ status }) => status !== "accepted") ?? [];
  return (
    <>
      {isError && <Failed title="Failed to load invitations" onRetry={() => void refetch()} />}
      <RenewalRequests invitations={open} />
      {open.length > 0 && <InvitationTable label="Pending Invitations" invitations={open} />}
      {open.length === 0 && !isError && <p>No pending invitations found.</p>}
      {accepted.length > 0 && (
        <MoreOption label={`Accepted (${accepted.length})`}>
          <InvitationTable label="Accepted invitations" invitations={accepted} />
        </MoreOption>
      )}
    </>
  );
}

function InvitationsOf({ familyId }: { familyId: number }) {
  const invitations = useQuery(familyInvitationsQuery(familyId));
  if (isForbidden(invitations.error))
    return (
      <AccessDenied title="Who can invite">
        The people who look after your family's page can invite others.
      </AccessDenied>
    );
  return (
    <>
      <InvitationCreator familyId={familyId} />
      <Section title="Pending Invitations">
        <List of={invitations} />
      </Section>
    </>
  );
}

/** The form to invite somebody, and the state of each invitation. */
export function FamilyInvitations() {
  const { data, isError, refetch } = useQuery(statusQuery);
  if (isError && !data) return <Failed title="Failed to load invitations" onRetry={() => void refetch()} />;
  const familyId = data?.user.familyId;
  return familyId ? <InvitationsOf familyId={familyId} /> : loading;
}
