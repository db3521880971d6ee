import type { Invitation } from "#contract/invitations.ts";
import { messageOf } from "#web/api/call.ts";
import { refusalOf } from "#web/api/refusal.ts";
import { useDeleteInvitation } from "#web/invitations/queries.ts";
import { roleInList } from "#web/invitations/role-words.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Actions } from "#web/ui/layout/row.tsx";
import { Badge } from "#web/ui/surface/badge.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Table, TableCell, TableRow } from "#web/ui/surface/table.tsx";
import { Hidden } from "#web/ui/text.tsx";
import { shortDate } from "#web/ui/time/clock.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { linkOf, shareLink } from "./link.ts";

function StatusBadge({ status }: Pick<Invitation, "status">) {
  if (status === "accepted") return <Badge kind="success">Accepted</Badge>;
  if (status === "declined") return <Badge kind="danger">Declined</Badge>;
  return <Badge>{status === "pending" ? "Pending" : status}</Badge>;
}

const otherwise = "Please try again.";

function CancelButton({ invitation }: { invitation: Invitation }) {
  const { mutate: cancel, isPending, error } = useDeleteInvitation();
  const press = () =>
    cancel(invitation.id, {
      onSuccess: () => toast({ title: "Invitation deleted" }),
      onError: (error) => refusalOf(error, { title: "Failed to delete invitation", otherwise }),
    });
  return (
    <>
      <Button variant="danger" isBusy={isPending} onClick={press}>
        {isPending ? "Deleting..." : "Cancel"}
        <Hidden> {invitation.name}</Hidden>
      </Button>
      {error && (
        <Note kind="danger" title="Failed to delete invitation">
          <p>{messageOf(error, otherwise)}</p>
        </Note>
      )}
    </>
  );
}

const InvitationRow = ({ invitation }: { invitation: Invitation }) => (
  <TableRow>
    <TableCell label="Name">
      <b>{invitation.name}</b>
    </TableCell>
    <TableCell label="Email">{invitation.email}</TableCell>
    <TableCell label="Role">{roleInList[invitation.role]}</TableCell>
    <TableCell label="Status">
      <StatusBadge status={invitation.status} />
    </TableCell>
    <TableCell label="Expires">
      <time dateTime={invitation.expiresAt}>{shortDate(invitation.expiresAt)}</time>
    </TableCell>
    <TableCell>
      <Actions>
        {invitation.status === "pending" && (
          <Button onClick={() => shareLink(linkOf(invitation.inviteCode), invitation.name)}>
            Share Link<Hidden> for {invitation.name}</Hidden>
          </Button>
        )}
        <CancelButton invitation={invitation} />
      </Actions>
    </TableCell>
  </TableRow>
);

const columns = ["Name", "Email", "Role", "Status", "Expires", "Actions"];

export const InvitationTable = ({ invitations }: { invitations: Invitation[] }) => (
  <Table label="Pending Invitations" columns={columns}>
    {invitations.map((invitation) => (
      <InvitationRow key={invitation.id} invitation={invitation} />
    ))}
  </Table>
);
