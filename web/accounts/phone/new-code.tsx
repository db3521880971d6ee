import { useState } from "react";
import { TallButton } from "#web/ui/action/link.tsx";
import { refusal } from "#web/ui/form/wrong-fields.ts";
import { type ActionResult, Outcome } from "#web/ui/state/outcome.tsx";
import { refusalOf } from "#web/ui/toast/refusal.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { useRequestVerification } from "../queries.ts";

/** A number, or an invitation whose number only the server knows. */
export type CodeReceiver = { phoneNumber: string } | { inviteCode: string };

/** Texts a code to a number, and says in a toast whether it was sent. */
export function useSendCode() {
  const { mutateAsync, isPending } = useRequestVerification();
  const send = async (receiver: CodeReceiver) => {
    try {
      await mutateAsync(receiver);
    } catch (error) {
      throw refusalOf(error, {
        title: "Failed to send verification code",
        otherwise: "Please try again.",
        unreached: "Failed to send verification code. Please try again.",
      });
    }
    toast({
      title: "Verification code sent",
      description: "Please check your phone for the verification code.",
    });
  };
  return { send, isSending: isPending };
}

/** Texts another code. If it is too soon, the server's message says how long to wait. */
export function NewCode({ receiver }: { receiver: CodeReceiver }) {
  const { send, isSending } = useSendCode();
  const [result, setResult] = useState<ActionResult>();
  const ask = () =>
    send(receiver).then(
      () => setResult({ isGood: true, words: "We sent you a new code." }),
      (reason: unknown) => setResult({ isGood: false, words: refusal(reason) }),
    );
  return (
    <>
      <TallButton aria-busy={isSending} onClick={() => !isSending && ask()}>
        {isSending ? "Sending..." : "Send me a new code"}
      </TallButton>
      <Outcome of={result} />
    </>
  );
}
