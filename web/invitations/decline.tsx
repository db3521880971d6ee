import { useState } from "react";
import { useLocation } from "wouter";
import type { OpenInvitation } from "#contract/invitations.ts";
import { refusalOf } from "#web/api/refusal.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Row } from "#web/ui/layout/row.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { useDeclineInvitation } from "./queries.ts";

export function Decline({ invitation }: { invitation: OpenInvitation }) {
  const [, navigate] = useLocation();
  const [problem, setProblem] = useState<string>();
  const { mutate: decline, isPending } = useDeclineInvitation();
  const sayNo = () =>
    decline(invitation.inviteCode, {
      onSuccess: () => {
        toast({ title: "Invitation declined" });
        navigate("/");
      },
      onError: (error) => {
        const refusal = refusalOf(error, {
          title: "Failed to decline invitation",
          otherwise: "Please try again.",
          unreached: "Failed to decline the invitation. Please try again.",
        });
        setProblem(refusal.message);
      },
    });
  return (
    <>
      {problem && <Note kind="danger" isAlert title={problem} />}
      <Row>
        <p>Not for you? You can say no. {invitation.invitedBy} will see your answer.</p>
        <Button isBusy={isPending} busyLabel="Declining..." onClick={sayNo}>
          Decline
        </Button>
      </Row>
    </>
  );
}
