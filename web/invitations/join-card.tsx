import { useState } from "react";
import { useLocation } from "wouter";
import type { User } from "#contract/accounts/sign-in.ts";
import type { OpenInvitation } from "#contract/invitations.ts";
import { useToken } from "#web/api/session.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { refusal } from "#web/ui/form/wrong-fields.ts";
import { Actions, Row, Stack } from "#web/ui/layout/layout.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Card } from "#web/ui/surface/panel.tsx";
import { refusalOf } from "#web/ui/toast/refusal.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { useDeclineInvitation, useJoinFamily } from "./queries.ts";

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

function Join({ invitation: { inviteCode }, user, onJoined }: JoinCardProps) {
  const [problem, setProblem] = useState<string>();
  const [isJoining, setJoining] = useState(false);
  const join = useJoinFamily();
  const bearer = useToken();
  const sayYes = async () => {
    if (bearer === null) return;
    setJoining(true);
    const session = { token: bearer, role: user.role, grandparentNames: user.grandparentNames };
    await join(inviteCode, user.id, session).then(onJoined, (reason: unknown) => setProblem(refusal(reason)));
    setJoining(false);
  };
  return (
    <>
      {problem && <Note kind="danger" isAlert title={problem} />}
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
