// The actions on an invitation in the list.
import type { Invitation } from "#contract/invitations.ts";
import { roleInList } from "#web/features/families/member-words.ts";
import { useFamily } from "#web/features/families/queries.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { Actions } from "#web/ui/layout/layout.tsx";
import { shareLink } from "#web/ui/share-link.ts";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { Badge } from "#web/ui/surface/badge.tsx";
import { Table, TableCell, TableRow } from "#web/ui/surface/table.tsx";
import { Hidden, Quiet } from "#web/ui/text.tsx";
import { ShortDate, useMinute } from "#web/ui/time/times.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { toastError } from "#web/ui/toast/toast-error.ts";
import { inviteText, isExpired, linkOf, printAddressOf } from "./invitation-link.ts";
import { useDeleteInvitation, useRenewInvitation } from "./queries.ts";

interface InvitationProps {
  invitation: Invitation;
}

const otherwise = "Please try again.";

/** Somebody who has joined can no longer be uninvited, so their invitation is only removed from the list. */
function CancelButton({ invitation }: InvitationProps) {
  const isAccepted = invitation.status === "accepted";
  const { mutateAsync: cancel, isPending, error } = useDeleteInvitation();
  const title = "Failed to delete invitation";
  // The list may remove the row before the response comes, so this waits for the promise.
  const press = () =>
    cancel(invitation.id).then(
      () => toast({ title: "Invitation deleted" }),
      (reason: unknown) => toastError(reason, { title, otherwise }),
    );
  return (
    <>
      <Button variant="danger" isBusy={isPending} onClick={press}>
        {isPending ? "Deleting..." : isAccepted ? "Remove" : "Cancel"}
        <Hidden>
          {" "}
          {invitation.name}
          {isAccepted && " from the list"}
        </Hidden>
      </Button>
      <ErrorMessage title={title} otherwise={otherwise} error={error} />
    </>
  );
}

export function RenewButton({ invitation }: InvitationProps) {
  const { mutate: renew, isPending, error } = useRenewInvitation();
  const title = "Failed to renew invitation";
  const isDeclined = invitation.status === "declined";
  const press = () =>
    renew(invitation.id, {
      onSuccess: ({ emailedAt, textedAt }) =>
        toast({
          title: "Invitation renewed",
          description:
            emailedAt || textedAt
              ? "We sent the same link again. It works for seven more days."
              : "The same link works for seven more days. Please send it yourself.",
        }),
      onError: (error) => toastError(error, { title, otherwise }),
    });
  return (
    <>
      <Button isBusy={isPending} onClick={press}>
        {isPending ? "Renewing..." : isDeclined ? "Invite again" : "Renew"}
        <Hidden>{isDeclined ? `: ${invitation.name}` : ` the invitation for ${invitation.name}`}</Hidden>
      </Button>
      <ErrorMessage title={title} otherwise={otherwise} error={error} />
    </>
  );
}

const ShareButton = ({ invitation: { inviteCode, name } }: InvitationProps) => (
  <Button onClick={() => shareLink(linkOf(inviteCode), inviteText(name))}>
    Share Link<Hidden> for {name}</Hidden>
  </Button>
);

const PrintLink = ({ invitation }: InvitationProps) => (
  <ButtonLink href={printAddressOf(invitation)}>
    Print<Hidden> for the fridge: {invitation.name}</Hidden>
  </ButtonLink>
);

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

interface InvitationTableProps {
  label: string;
  invitations: readonly Invitation[];
}

export function InvitationTable({ label, invitations }: InvitationTableProps) {
  const timeZone = useFamily()?.timeZone;
  return (
    <Table label={label} columns={columns}>
      {invitations.map((invitation) => (
        <InvitationRow key={invitation.id} invitation={invitation} timeZone={timeZone} />
      ))}
    </Table>
  );
}
