import { RequestedVerification } from "#contract/accounts/sign-in.ts";
import { Button } from "#web/ui/action/button.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { useSchemaForm } from "#web/ui/form/schema-form.ts";
import { Together } from "#web/ui/text.tsx";
import { useSendCode } from "../code/new-code.tsx";
import { normalizePhoneNumber } from "./phone-number.ts";

interface PhoneFormProps {
  typed?: string | undefined;
  label?: string;
  onTyped?: (typed: string) => void;
  /** Called with the number that was sent a code, and the number as it was typed. */
  onSent: (phoneNumber: string, typed: string) => void;
}

export function PhoneForm({ typed = "", label = "Phone number", onTyped, onSent }: PhoneFormProps) {
  const { send } = useSendCode("phone");
  const form = useSchemaForm<RequestedVerification, RequestedVerification>({
    schema: RequestedVerification,
    defaults: { phoneNumber: typed },
    onSubmit: async ({ phoneNumber }) => {
      const normalized = normalizePhoneNumber(phoneNumber);
      await send({ phoneNumber: normalized });
      onSent(normalized, form.form.getValues("phoneNumber").trim());
    },
  });
  return (
    <Form of={form}>
      <TextField
        {...form.field("phoneNumber")}
        label={label}
        hint={
          <>
            For example <Together>(614) 555-0142</Together>. We'll text you a code.
          </>
        }
        type="tel"
        autoComplete="tel"
        onInput={(event) => onTyped?.(event.currentTarget.value)}
      />
      <Button type="submit" variant="primary" isBusy={form.isBusy} busyLabel="Texting you a code...">
        Text me a code
      </Button>
    </Form>
  );
}
