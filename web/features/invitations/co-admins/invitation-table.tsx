import type { Invitation } from "#contract/invitations.ts";
import { useFamily } from "#web/features/families/queries.ts";
import { roleInList } from "#web/features/families/role-words.ts";
import { Actions } from "#web/ui/layout/layout.tsx";
import { Badge } from "#web/ui/surface/badge.tsx";
import { Table, TableCell, TableRow } from "#web/ui/surface/table.tsx";
import { Quiet } from "#web/ui/text.tsx";
import { ShortDate, useMinute } from "#web/ui/time/times.tsx";
import { isExpired } from "../invitation-link.ts";
import { CancelButton, PrintLink, RenewButton, ShareButton } from "./invitation-actions.tsx";

interface InvitationProps {
  invitation: Invitation;
}

function StatusBadge({ invitation }: InvitationProps) {
  const { status } = invitation;
  const hasExpired = isExpired(invitation, useMinute());
  if (status === "accepted") return <Badge kind="success">Accepted</Badge>;
  if (status === "declined") return <Badge kind="danger">Declined</Badge>;
  if (hasExpired) return <Badge>Expired</Badge>;
  return <Badge>{status === "pending" ? "Pending" : status}</Badge>;
}

/** Says over which channels a pending invitation was sent. */
function Sent({ invitation: { status, emailedAt, textedAt } }: InvitationProps) {
  if (status !== "pending") return null;
  const channels = [emailedAt && "e-mail", textedAt && "text"].filter(Boolean).join(" and ");
  return <Quiet>{channels ? `Sent by ${channels}` : "Not sent"}</Quiet>;
}

function RowActions({ invitation }: InvitationProps) {
  const hasExpired = isExpired(invitation, useMinute());
  const isWaiting = invitation.status === "pending" && !hasExpired;
  return (
    <Actions>
      {isWaiting && <ShareButton invitation={invitation} />}
      {isWaiting && invitation.role === "grandparent" && <PrintLink invitation={invitation} />}
      {(hasExpired || invitation.status === "declined") && <RenewButton invitation={invitation} />}
      <CancelButton invitation={invitation} />
    </Actions>
  );
}

interface InvitationRowProps extends InvitationProps {
  /** The family's, in which its messages name the same day. */
  timeZone: string | undefined;
}

const InvitationRow = ({ invitation, timeZone }: InvitationRowProps) => (
  <TableRow>
    <TableCell label="Name">
      <b>{invitation.name}</b>
    </TableCell>
    <TableCell label="Email">
      <p>{invitation.email ?? "No e-mail"}</p>
      <Sent invitation={invitation} />
    </TableCell>
    <TableCell label="Role">{roleInList[invitation.role]}</TableCell>
    <TableCell label="Status">
      <StatusBadge invitation={invitation} />
    </TableCell>
    <TableCell label="Expires">
      <ShortDate at={invitation.expiresAt} timeZone={timeZone} />
    </TableCell>
    <TableCell>
      <RowActions invitation={invitation} />
    </TableCell>
  </TableRow>
);

const columns = ["Name", "Email", "Role", "Status", "Expires", "Actions"];

export function InvitationTable({ invitations }: { invitations: Invitation[] }) {
  const timeZone = useFamily()?.timeZone;
  return (
    <Table label="Pending Invitations" columns={columns}>
      {invitations.map((invitation) => (
        <InvitationRow key={invitation.id} invitation={invitation} timeZone={timeZone} />
      ))}
    </Table>
  );
}
