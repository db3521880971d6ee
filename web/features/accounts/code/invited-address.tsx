import { useState } from "react";
import type { OpenInvitation } from "#contract/invitations.ts";
import { Button, TallButton } from "#web/ui/action/button.tsx";
import { formError } from "#web/ui/form/form-errors.ts";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { type CodeChannel, codeWords } from "./code-words.ts";
import { useSendCode } from "./new-code.tsx";

const words = {
  phone: {
    origin: "gave us this number. We'll text you a code.",
    yes: "Yes, text me a code",
    busy: "Texting you a code...",
  },
  email: {
    origin: "gave us this address. We'll e-mail you a code.",
    yes: "Yes, e-mail me a code",
    busy: "Sending you a code...",
  },
} as const satisfies Record<CodeChannel, unknown>;

interface InvitedAddressProps {
  channel: CodeChannel;
  invitation: OpenInvitation;
  /** Called with the code of the invitation when its number or address has been sent a code. */
  onSent: (inviteCode: string) => void;
  onOther: () => void;
}

/** The family has already entered the number or the address, so one tap replaces typing it. */
export function InvitedAddress({ channel, invitation, onSent, onOther }: InvitedAddressProps) {
  const { inviteCode, invitedBy } = invitation;
  const { send, isSending } = useSendCode(channel);
  const [problem, setProblem] = useState<string>();
  const { origin, yes, busy } = words[channel];
  const confirm = () =>
    send({ inviteCode }).then(
      () => onSent(inviteCode),
      (reason: unknown) => setProblem(formError(reason)),
    );
  return (
    <Stack gap={24}>
      {problem && <Note kind="danger" isAlert title={problem} />}
      <p>
        {invitedBy} {origin}
      </p>
      <Button variant="primary" isBusy={isSending} busyLabel={busy} onClick={confirm}>
        {yes}
      </Button>
      <TallButton onClick={onOther}>{codeWords[channel].other}</TallButton>
    </Stack>
  );
}
