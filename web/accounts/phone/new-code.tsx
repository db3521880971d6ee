import { useState } from "react";
import { type ActionResult, Outcome } from "#web/accounts/outcome.tsx";
import { TallButton } from "#web/ui/action/tall-link.tsx";
import { refusal } from "#web/ui/form/wrong-fields.ts";
import { type CodeReceiver, useSendCode } from "./send-code.ts";

/** Texts another code; when it is too soon, it says in the server's words how long to wait. */
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
