import { useEffect } from "react";
import type { Sent } from "#contract/endpoint.ts";
import { type createInvitation, type Invitation, NewInvitation } from "#contract/invitations.ts";
import { roleOfLink, roleWords } from "#web/families/role-words.ts";
import { useCreateInvitation } from "#web/invitations/queries.ts";
import { Button } from "#web/ui/action/button.tsx";
import { SelectField, TextField } from "#web/ui/form/field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { useSchemaForm } from "#web/ui/form/schema-form.ts";
import { Section } from "#web/ui/layout/layout.tsx";
import { refusalOf } from "#web/ui/toast/refusal.ts";
import { toast } from "#web/ui/toast/toast.ts";

type Typed = Sent<typeof createInvitation>["body"];

interface InvitationFormProps {
  familyId: number;
  /** Whether this is another invitation. Then the first field takes the focus. */
  isAgain: boolean;
  onCreated: (invitation: Invitation) => void;
}

function useInvite(onCreated: InvitationFormProps["onCreated"]) {
  const { mutateAsync: create } = useCreateInvitation();
  return async (typed: Typed) => {
    const invitation = await create({ ...typed, phoneNumber: typed.phoneNumber?.trim() || null }).catch(
      (error: unknown): never => {
        const words = { title: "Failed to send invitation", otherwise: "Failed to create invitation" };
        throw refusalOf(error, words);
      },
    );
    const description = `${roleOfLink[invitation.role]} link created successfully`;
    toast({ title: "Invitation created", description });
    onCreated(invitation);
  };
}

export function InvitationForm({ familyId, isAgain, onCreated }: InvitationFormProps) {
  const form = useSchemaForm<Typed, Typed>({
    schema: NewInvitation,
    defaults: { name: "", email: "", phoneNumber: "", role: "admin", familyId },
    onSubmit: useInvite(onCreated),
  });
  const { setFocus } = form.form;
  useEffect(() => {
    if (isAgain) setFocus("name");
  }, [isAgain, setFocus]);
  return (
    <Section title="Invite somebody">
      <Form of={form}>
        <TextField {...form.field("name")} label="Person's Name" autoComplete="off" />
        <TextField {...form.field("email")} label="Email" type="email" autoComplete="off" />
        <TextField
          {...form.field("phoneNumber")}
          label="Phone Number (Optional)"
          type="tel"
          autoComplete="off"
        />
        <SelectField
          {...form.field("role")}
          label="Role"
          hint="Co-administrators can manage content. Grandparents can view content."
        >
          <option value="admin">{roleWords.admin}</option>
          <option value="grandparent">{roleWords.grandparent}</option>
          <option value="child">{roleWords.child}</option>
        </SelectField>
        <Button type="submit" variant="primary" isBusy={form.isBusy} busyLabel="Generating Link...">
          Generate Invite Link
        </Button>
      </Form>
    </Section>
  );
}
