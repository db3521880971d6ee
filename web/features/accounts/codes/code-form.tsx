import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { type CodeChannel, SentCode } from "#contract/accounts/sign-in.ts";
import { readCode } from "#contract/typed-words.ts";
import { Button, TallButton } from "#web/ui/action/button.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { formError } from "#web/ui/form/form-errors.ts";
import { useSchemaForm } from "#web/ui/form/schema-form.ts";
import { type ActionResult, StatusMessage } from "#web/ui/state/status-message.tsx";
import { Together } from "#web/ui/text.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { type ErrorWords, toastError } from "#web/ui/toast/toast-error.ts";
import { useRequestVerification } from "../queries.ts";

interface CodeWords {
  readonly checkIt: string;
  readonly verified: string;
  /** Says in the first step what happens to those who have an account. */
  readonly known: string;
  readonly delay: string;
  readonly other: string;
}

/** The texts of the steps around a code. Those about a phone come from the specification. */
export const codeWords: Readonly<Record<CodeChannel, CodeWords>> = {
  phone: {
    checkIt: "Please check your phone for the verification code.",
    verified: "Phone verified",
    known: "Joined before? The same number signs you in.",
    delay: "It can take a minute. Check your text messages.",
    other: "Use a different number",
  },
  email: {
    checkIt: "Please check your e-mail for the verification code.",
    verified: "E-mail verified",
    known: "Joined before? The same address signs you in.",
    delay: "It can take a minute. Check your spam folder too.",
    other: "Use a different address",
  },
};

const textedCode = async (signal: AbortSignal): Promise<string | undefined> => {
  const request: CredentialRequestOptions & { otp: { transport: string[] } } = {
    otp: { transport: ["sms"] },
    signal,
  };
  const credential = await navigator.credentials.get(request);
  return credential && "code" in credential ? String(credential.code) : undefined;
};

/** WebOTP: some browsers offer to fill in the code from the text message. */
function useTextedCode(onCode: (code: string) => void): void {
  const take = useEffectEvent(onCode);
  useEffect(() => {
    if (!("OTPCredential" in window)) return;
    const waiting = new AbortController();
    textedCode(waiting.signal).then(
      (code) => code && take(code),
      // The person declined, or typed the code.
      () => undefined,
    );
    return () => waiting.abort();
  }, []);
}

/** Submits a code that arrives in one piece, because the phone filled it in or it was pasted. */
function useWholeCode(onCode: (code: string) => void) {
  const length = useRef(0);
  return ({ currentTarget: { value } }: FormEvent<HTMLInputElement>) => {
    const isInOneGo = value.length - length.current >= 4;
    length.current = value.length;
    const code = readCode(value);
    if (isInOneGo && /^\d{6}$/.test(code)) onCode(code);
  };
}

/** The specification's words for a code that is refused. */
const verificationFailed: ErrorWords = {
  title: "Verification failed",
  otherwise: "Please try again with the correct code.",
  unreached: "Failed to verify code. Please try again.",
};

interface CodeFormProps {
  /** The number or address as the person knows it, or "the number ending in 34". */
  sentTo: string;
  onCode: (code: string) => Promise<void>;
  failed?: ErrorWords;
}

export function CodeForm({ sentTo, onCode, failed = verificationFailed }: CodeFormProps) {
  const form = useSchemaForm<SentCode, SentCode>({
    schema: SentCode,
    defaults: { code: "" },
    onSubmit: ({ code }) => onCode(code),
    failed,
  });
  const take = (code: string) => {
    form.form.setValue("code", code);
    void form.submit();
  };
  useTextedCode(take);
  return (
    <Form of={form}>
      <TextField
        {...form.field("code")}
        label="Verification code"
        hint={
          <>
            6-digit code, sent to <Together>{sentTo}</Together>
          </>
        }
        inputMode="numeric"
        autoComplete="one-time-code"
        onInput={useWholeCode(take)}
        isCode
      />
      <Button type="submit" variant="primary" isBusy={form.isBusy} busyLabel="Checking...">
        Check my code
      </Button>
    </Form>
  );
}

/** A number, an e-mail address, or an invitation whose number or address only the server knows. */
export type CodeReceiver =
  | { phoneNumber: string }
  | { email: string }
  | { inviteCode: string; channel: CodeChannel };

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
