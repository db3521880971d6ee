import { EmailVerification } from "#contract/accounts/sign-in.ts";
import { Button } from "#web/ui/action/button.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { prepared, useSchemaForm } from "#web/ui/form/schema-form.ts";
import { Unbroken } from "#web/ui/text.tsx";
import { useSendCode } from "./new-code.tsx";

const typedEmail = prepared(EmailVerification, ({ email }: EmailVerification) => ({ email: email.trim() }));

interface EmailFormProps {
  typed: string | undefined;
  onTyped: (typed: string) => void;
  /** Called with the address that was sent a code. */
  onSent: (email: string) => void;
}

export function EmailForm({ typed = "", onTyped, onSent }: EmailFormProps) {
  const { send } = useSendCode("email");
  const form = useSchemaForm<EmailVerification, EmailVerification>({
    schema: typedEmail,
    defaults: { email: typed },
    onSubmit: async ({ email }) => {
      await send({ email });
      onSent(email);
    },
  });
  return (
    <Form of={form}>
      <TextField
        {...form.field("email")}
        label="E-mail address"
        hint={<Unbroken>We'll e-mail you a code.</Unbroken>}
        type="email"
        autoComplete="email"
        onInput={(event) => onTyped(event.currentTarget.value)}
      />
      <Button type="submit" variant="primary" isBusy={form.isBusy} busyLabel="Sending you a code...">
        E-mail me a code
      </Button>
    </Form>
  );
}
