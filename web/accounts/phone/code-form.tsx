import { type FormEvent, useRef } from "react";
import { TextedCode } from "#contract/accounts/sign-in.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { prepared } from "#web/ui/form/prepared.ts";
import { useSchemaForm } from "#web/ui/form/schema-form.ts";
import { TextField } from "#web/ui/form/text-field.tsx";
import { Together } from "#web/ui/text.tsx";
import { useTextedCode } from "./one-time-code.ts";

const isTyped = (value: unknown): value is TextedCode =>
  typeof value === "object" && value !== null && "code" in value;

const typedCode = prepared(TextedCode, (typed) =>
  isTyped(typed) ? { code: typed.code.replace(/\s/g, "") } : typed,
);

/** A whole code at once: the phone has offered it, or it was pasted. Nobody types six digits in one go. */
function useWholeCode(onCode: (code: string) => void) {
  const length = useRef(0);
  return ({ currentTarget: { value } }: FormEvent<HTMLInputElement>) => {
    const isInOneGo = value.length - length.current >= 4;
    length.current = value.length;
    if (isInOneGo && /^\s*(\d\s*){6}$/.test(value)) onCode(value);
  };
}

interface CodeFormProps {
  /** How the person knows the phone: its number, or "the number ending in 34". */
  sentTo: string;
  /** A rejection is shown in the form. */
  onCode: (code: string) => Promise<void>;
}

export function CodeForm({ sentTo, onCode }: CodeFormProps) {
  const form = useSchemaForm<TextedCode, TextedCode>({
    schema: typedCode,
    defaults: { code: "" },
    onSubmit: ({ code }) => onCode(code),
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
