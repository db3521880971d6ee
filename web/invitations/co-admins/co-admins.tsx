import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Invitation } from "#contract/invitations.ts";
import { statusQuery } from "#web/accounts/queries.ts";
import { Refused } from "#web/admin/refused.tsx";
import { isForbidden } from "#web/api/call.ts";
import { familyInvitationsQuery } from "#web/invitations/queries.ts";
import { Columns } from "#web/ui/layout/columns.tsx";
import { Section } from "#web/ui/layout/section.tsx";
import { Failed } from "#web/ui/state/failed.tsx";
import { CreatedInvitation } from "./created-invitation.tsx";
import { InvitationForm } from "./invitation-form.tsx";
import { InvitationTable } from "./invitation-table.tsx";
import { RenewalRequests } from "./renewal-requests.tsx";
import { RoleGuide } from "./role-guide.tsx";

const loading = <p role="status">Loading invitations...</p>;

function Creating({ familyId }: { familyId: number }) {
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
  const table = data && data.length > 0 && (
    <>
      <RenewalRequests invitations={data} />
      <InvitationTable invitations={data} />
    </>
  );
  if (isError)
    return (
      <Failed title="Failed to load invitations" onRetry={() => void refetch()}>
        {table}
      </Failed>
    );
  if (!data) return loading;
  return table || <p>No pending invitations found.</p>;
}

function CoAdminsOf({ familyId }: { familyId: number }) {
  const invitations = useQuery(familyInvitationsQuery(familyId));
  if (isForbidden(invitations.error))
    return (
      <Refused title="Co-Admins">The people who look after your family's page can invite others.</Refused>
    );
  return (
    <>
      <Columns>
        <Creating familyId={familyId} />
        <RoleGuide />
      </Columns>
      <Section title="Pending Invitations">
        <List of={invitations} />
      </Section>
    </>
  );
}

/** The tab where one invites somebody and sees what has become of it. */
export function CoAdmins() {
  const { data, isError, refetch } = useQuery(statusQuery);
  if (isError) return <Failed title="Failed to load invitations" onRetry={() => void refetch()} />;
  const familyId = data?.user.familyId;
  return familyId ? <CoAdminsOf familyId={familyId} /> : loading;
}
