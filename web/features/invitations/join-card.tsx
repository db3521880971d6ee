import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import type { User } from "#contract/accounts/sign-in.ts";
import type { OpenInvitation } from "#contract/invitations.ts";
import { missedInvitation } from "#web/features/accounts/missed-invitation.tsx";
import { startAfresh } from "#web/platform/api/queries.ts";
import { useToken } from "#web/platform/api/session.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { Confirmation } from "#web/ui/dialog/dialog.tsx";
import { formError } from "#web/ui/form/form-errors.ts";
import { Actions, Row, Stack } from "#web/ui/layout/layout.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Card } from "#web/ui/surface/panel.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { toastError } from "#web/ui/toast/toast-error.ts";
import { useDeclineInvitation, useJoinFamily } from "./queries.ts";

export function Decline({ invitation }: { invitation: OpenInvitation }) {
  const [, navigate] = useLocation();
  const [problem, setProblem] = useState<string>();
  const { mutate: decline, isPending } = useDeclineInvitation();
  const [isAsking, setAsking] = useState(false);
  const sayNo = () => {
    setAsking(false);
    decline(invitation.inviteCode, {
      onSuccess: () => {
        toast({ title: "Invitation declined" });
        navigate("/");
      },
      onError: (error) => {
        const shown = toastError(error, {
          title: "Failed to decline invitation",
          otherwise: "Please try again.",
          unreached: "Failed to decline the invitation. Please try again.",
        });
        setProblem(shown.message);
      },
    });
  };
  return (
    <>
      {problem && <Note kind="danger" isAlert title={problem} />}
      <Row>
        <p>Not for you? You can say no. {invitation.invitedBy} will see your answer.</p>
        <Button isBusy={isPending} busyLabel="Declining..." onClick={() => setAsking(true)}>
          Decline
        </Button>
      </Row>
      {isAsking && (
        <Confirmation
          title="Decline this invitation?"
          detail={`${invitation.invitedBy} will see your answer, and the link stops working.`}
          confirmLabel="Yes, decline"
          onConfirm={sayNo}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}

interface JoinCardProps {
  invitation: OpenInvitation;
  user: User;
  onJoined: () => void;
}

const AlreadyIn = ({ familyId }: { familyId: number }) => (
  <>
    <Note title="You're already in this family.">
      <p>Is this invitation for someone else? Then send them the link.</p>
    </Note>
    <ButtonLink variant="primary" href={`/family/${familyId}`}>
      Open the family's page
    </ButtonLink>
  </>
);

function Join({ invitation: { inviteCode, invitedBy }, user, onJoined }: JoinCardProps) {
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [problem, setProblem] = useState<string>();
  const [isJoining, setJoining] = useState(false);
  const join = useJoinFamily();
  const bearer = useToken();
  const isMissed = missedInvitation()?.inviteCode === inviteCode;
  const refused = async (reason: unknown) => {
    setProblem(formError(reason));
    // Somebody without a family has just got one of their own, whose home says whom to ask.
    if (user.familyId !== null || missedInvitation()?.inviteCode !== inviteCode) return;
    await startAfresh(queries);
    navigate("/", { replace: true });
  };
  const sayYes = async () => {
    if (bearer === null) return;
    setJoining(true);
    const session = { token: bearer, role: user.role, grandparentNames: user.grandparentNames };
    await join(inviteCode, user.id, session).then(onJoined, refused);
    setJoining(false);
  };
  return (
    <>
      {problem && (
        <Note kind="danger" isAlert title={problem}>
          {isMissed && <p>Please ask {invitedBy} for a new link.</p>}
        </Note>
      )}
      <p>{`You're signed in as ${user.displayName}.`}</p>
      <Actions>
        <Button variant="primary" isBusy={isJoining} busyLabel="Joining..." onClick={sayYes}>
          Join
        </Button>
        <ButtonLink href="/">Not now</ButtonLink>
      </Actions>
    </>
  );
}

const questionOf = ({ familyName }: OpenInvitation) => `Join ${familyName.replace(/^The /, "the ")}?`;

/** Replaces the signup for a person who is signed in. */
export function JoinCard(props: JoinCardProps) {
  const { invitation, user } = props;
  const isIn = user.families.some(({ id }) => id === invitation.familyId);
  return (
    <Stack gap={24}>
      <Card
        title="Accept invitation"
        level={2}
        question={isIn ? `You're signed in as ${user.displayName}` : questionOf(invitation)}
      >
        {isIn ? <AlreadyIn familyId={invitation.familyId} /> : <Join {...props} />}
      </Card>
      {/* A member of the family should not decline somebody else's invitation. */}
      {!isIn && <Decline invitation={invitation} />}
    </Stack>
  );
}
