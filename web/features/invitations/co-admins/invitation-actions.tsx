// The actions on an invitation in the list.
import type { Invitation } from "#contract/invitations.ts";
import { useDeleteInvitation, useRenewInvitation } from "#web/features/invitations/queries.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { shareLink } from "#web/ui/share-link.ts";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { Hidden } from "#web/ui/text.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { toastError } from "#web/ui/toast/toast-error.ts";
import { inviteText, linkOf, printAddressOf } from "../invitation-link.ts";

interface InvitationProps {
  invitation: Invitation;
}

const otherwise = "Please try again.";

/** Somebody who has joined can no longer be uninvited, so their invitation is only removed from the list. */
export function CancelButton({ invitation }: InvitationProps) {
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

export const ShareButton = ({ invitation: { inviteCode, name } }: InvitationProps) => (
  <Button onClick={() => shareLink(linkOf(inviteCode), inviteText(name))}>
    Share Link<Hidden> for {name}</Hidden>
  </Button>
);

export const PrintLink = ({ invitation }: InvitationProps) => (
  <ButtonLink href={printAddressOf(invitation)}>
    Print<Hidden> for the fridge: {invitation.name}</Hidden>
  </ButtonLink>
);
