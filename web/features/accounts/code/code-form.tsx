import { type FormEvent, useEffect, useEffectEvent, useRef } from "react";
import { SentCode } from "#contract/accounts/sign-in.ts";
import { readCode } from "#contract/typed-words.ts";
import { Button } from "#web/ui/action/button.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { useSchemaForm } from "#web/ui/form/schema-form.ts";
import { Together } from "#web/ui/text.tsx";
import type { ErrorWords } from "#web/ui/toast/toast-error.ts";

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
