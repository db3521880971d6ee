import type { ReactNode } from "react";
import { VerifiedCode, type verifyCode } from "#contract/accounts.ts";
import type { Sent } from "#contract/endpoint.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { prepared } from "#web/ui/form/prepared.ts";
import { useSchemaForm } from "#web/ui/form/schema-form.ts";
import { TextField } from "#web/ui/form/text-field.tsx";
import { Together } from "#web/ui/text.tsx";
import { useTextedCode } from "./one-time-code.ts";

type Typed = Sent<typeof verifyCode>["body"];

const isTyped = (value: unknown): value is Typed =>
  typeof value === "object" && value !== null && "code" in value;

const typedCode = prepared(VerifiedCode, (typed) =>
  isTyped(typed) ? { ...typed, code: typed.code.replace(/\s/g, "") } : typed,
);

interface CodeFormProps {
  phoneNumber: string;
  /** How the person wrote their number. */
  typedPhoneNumber: string;
  /** A rejection is shown in the form. */
  onCode: (proof: Typed) => Promise<void>;
  children?: ReactNode;
}

export function CodeForm({ phoneNumber, typedPhoneNumber, onCode, children }: CodeFormProps) {
  const form = useSchemaForm<Typed, Typed>({
    schema: typedCode,
    defaults: { phoneNumber, code: "" },
    onSubmit: onCode,
  });
  useTextedCode((code) => {
    form.form.setValue("code", code);
    void form.submit();
  });
  return (
    <Form of={form}>
      <TextField
        {...form.field("code")}
        label="Verification code"
        hint={
          <>
            6-digit code, sent to <Together>{typedPhoneNumber}</Together>
          </>
        }
        inputMode="numeric"
        autoComplete="one-time-code"
        isCode
      />
      <Button type="submit" variant="primary" isBusy={form.isBusy} busyLabel="Checking...">
        Check my code
      </Button>
      {children}
    </Form>
  );
}
