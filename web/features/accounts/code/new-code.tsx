import { useState } from "react";
import { TallButton } from "#web/ui/action/button.tsx";
import { formError } from "#web/ui/form/form-errors.ts";
import { type ActionResult, StatusMessage } from "#web/ui/state/status-message.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { toastError } from "#web/ui/toast/toast-error.ts";
import { useRequestVerification } from "../sign-in.ts";
import { type CodeChannel, codeWords } from "./code-words.ts";

/** A number, an e-mail address, or an invitation whose number or address only the server knows. */
export type CodeReceiver = { phoneNumber: string } | { email: string } | { inviteCode: string };

/** Sends a code, and says in a toast whether it was sent. */
export function useSendCode(channel: CodeChannel) {
  const { mutateAsync, isPending } = useRequestVerification();
  const send = async (receiver: CodeReceiver) => {
    try {
      await mutateAsync(receiver);
    } catch (error) {
      throw toastError(error, {
        title: "Failed to send verification code",
        otherwise: "Please try again.",
        unreached: "Failed to send verification code. Please try again.",
      });
    }
    toast({ title: "Verification code sent", description: codeWords[channel].checkIt });
  };
  return { send, isSending: isPending };
}

interface NewCodeProps {
  channel: CodeChannel;
  receiver: CodeReceiver;
}

/** Sends another code. If it is too soon, the server's message says how long to wait. */
export function NewCode({ channel, receiver }: NewCodeProps) {
  const { send, isSending } = useSendCode(channel);
  const [result, setResult] = useState<ActionResult>();
  const ask = () =>
    send(receiver).then(
      () => setResult({ isGood: true, words: "We sent you a new code." }),
      (reason: unknown) => setResult({ isGood: false, words: formError(reason) }),
    );
  return (
    <>
      <TallButton isBusy={isSending} onClick={ask}>
        {isSending ? "Sending..." : "Send me a new code"}
      </TallButton>
      <StatusMessage of={result} />
    </>
  );
}
