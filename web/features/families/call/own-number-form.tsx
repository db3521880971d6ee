import { CallablePerson } from "#contract/families.ts";
import { normalizePhoneNumber, shownPhoneNumber } from "#web/features/accounts/codes/phone-number.ts";
import { Button } from "#web/ui/action/button.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { useSchemaForm } from "#web/ui/form/schema-form.ts";
import { Together } from "#web/ui/text.tsx";
import { type OwnNumber, storeOwnNumber } from "../own-number.ts";

interface OwnNumberFormProps {
  familyId: number;
  stored: OwnNumber | undefined;
}

/** Asks whom this person can call. The number stays on this device. */
export function OwnNumberForm({ familyId, stored }: OwnNumberFormProps) {
  const form = useSchemaForm<CallablePerson, CallablePerson>({
    schema: CallablePerson,
    defaults: {
      name: stored?.name ?? "",
      phoneNumber: stored ? shownPhoneNumber(stored.phoneNumber) : "",
    },
    onSubmit: ({ name, phoneNumber }) =>
      storeOwnNumber({ familyId, name, phoneNumber: normalizePhoneNumber(phoneNumber) }),
  });
  return (
    <Form of={form}>
      <TextField {...form.field("name")} label="Who is it?" hint="For example a daughter, or a neighbor." />
      <TextField
        {...form.field("phoneNumber")}
        label="Phone number to call"
        hint={
          <>
            For example <Together>(614) 555-0142</Together>. It stays on this device.
          </>
        }
        type="tel"
        autoComplete="off"
      />
      <Button type="submit" variant="primary" isBusy={form.isBusy} busyLabel="Saving...">
        Save this number
      </Button>
    </Form>
  );
}
