import { useState } from "react";
import type { OpenInvitation } from "#contract/invitations.ts";
import { Button } from "#web/ui/action/button.tsx";
import { TallButton } from "#web/ui/action/link.tsx";
import { refusal } from "#web/ui/form/wrong-fields.ts";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { useSendCode } from "./new-code.tsx";

interface InvitedNumberProps {
  invitation: OpenInvitation;
  /** Called with the code of the invitation when its number has been sent a code. */
  onSent: (inviteCode: string) => void;
  onOther: () => void;
}

/** The family has already entered the number, so one tap replaces ten digits. */
export function InvitedNumber({ invitation, onSent, onOther }: InvitedNumberProps) {
  const { inviteCode, invitedBy } = invitation;
  const { send, isSending } = useSendCode();
  const [problem, setProblem] = useState<string>();
  const confirm = () =>
    send({ inviteCode }).then(
      () => onSent(inviteCode),
      (reason: unknown) => setProblem(refusal(reason)),
    );
  return (
    <Stack gap={24}>
      {problem && <Note kind="danger" isAlert title={problem} />}
      <p>{invitedBy} gave us this number. We will text you a code.</p>
      <Button variant="primary" isBusy={isSending} busyLabel="Texting you a code..." onClick={confirm}>
        Yes, text me a code
      </Button>
      <TallButton onClick={onOther}>Use a different number</TallButton>
    </Stack>
  );
}
