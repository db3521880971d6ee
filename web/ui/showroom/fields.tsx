import { VerifiedCode } from "#contract/accounts/sign-in.ts";
import { Button } from "#web/ui/action/button.tsx";
import { ChoiceField } from "#web/ui/form/choice-field.tsx";
import { Form, Or } from "#web/ui/form/form.tsx";
import { useSchemaForm } from "#web/ui/form/schema-form.ts";
import { Switch } from "#web/ui/form/switch.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { ToastedError } from "#web/ui/toast/toast-error.ts";
import { SelectField, TextAreaField, TextField } from "../form/field.tsx";
import { Columns, Section, Stack } from "../layout/layout.tsx";

const roles = [
  { value: "admin", label: "Adult child", detail: "I set things up and help out." },
  { value: "grandparent", label: "Grandparent/Senior", detail: "I see my day and ask for help." },
];

function refuseZeros({ code }: { code: string }) {
  if (code !== "0000") return toast({ title: "Phone verified" });
  throw new ToastedError("Verification failed", { code: "That is not the code we sent" });
}

function CodeForm() {
  const form = useSchemaForm({
    schema: VerifiedCode,
    defaults: { phoneNumber: "", code: "" },
    onSubmit: refuseZeros,
  });
  return (
    <Form of={form}>
      <TextField
        {...form.field("phoneNumber")}
        label="Phone number"
        hint="For example 6145550142."
        type="tel"
      />
      <TextField
        {...form.field("code")}
        label="Verification code"
        hint="6-digit code"
        inputMode="numeric"
        isCode
      />
      <Button type="submit" variant="primary" isBusy={form.isBusy}>
        Check the code
      </Button>
      <Or />
    </Form>
  );
}

export const Fields = () => (
  <Section title="Fields">
    <Columns>
      <CodeForm />
      <Stack gap={24}>
        <SelectField label="Role">
          <option>Co-Administrator</option>
          <option>Grandparent</option>
        </SelectField>
        <TextAreaField label="What do you need?" error="Please say what you need" />
        <ChoiceField name="role" label="I am a" choices={roles} error="Please select a role" />
        <div>
          <Switch label="Show family events" defaultChecked />
          <Switch label="Show appointments" />
        </div>
      </Stack>
    </Columns>
  </Section>
);
