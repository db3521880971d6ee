import { useEffect } from "react";
import type { Sent } from "#contract/endpoint.ts";
import { type createInvitation, type Invitation, NewInvitation } from "#contract/invitations.ts";
import { roleOfLink, roleWords } from "#web/features/families/member-words.ts";
import { useCreateInvitation } from "#web/features/invitations/queries.ts";
import { Button } from "#web/ui/action/button.tsx";
import { SelectField, TextField } from "#web/ui/form/field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { prepared, useSchemaForm } from "#web/ui/form/schema-form.ts";
import { Switch } from "#web/ui/form/switch.tsx";
import { Section } from "#web/ui/layout/layout.tsx";
import { toast } from "#web/ui/toast/toast.ts";

type NewBody = Sent<typeof createInvitation>["body"];

interface Typed extends Omit<NewBody, "email"> {
  email: string;
  hasNoEmail: boolean;
}

/** The request body, which the contract's schema checks. */
function bodyOf(typed: Typed): NewBody {
  const { hasNoEmail, ...rest } = typed;
  return { ...rest, email: hasNoEmail ? null : typed.email } satisfies NewBody;
}

interface InvitationFormProps {
  familyId: number;
  /** Whether this is a further invitation. Then the first field takes the focus. */
  isAgain: boolean;
  onCreated: (invitation: Invitation) => void;
  /** A person whose details are already known. */
  person?: Pick<Typed, "name" | "role" | "phoneNumber">;
}

function useInvite(onCreated: InvitationFormProps["onCreated"]) {
  const { mutateAsync: create } = useCreateInvitation();
  return async (typed: NewBody) => {
    const invitation = await create({ ...typed, phoneNumber: typed.phoneNumber?.trim() || null });
    const description = `${roleOfLink[invitation.role]} link created successfully`;
    toast({ title: "Invitation created", description });
    onCreated(invitation);
  };
}

export function InvitationForm({ familyId, isAgain, onCreated, person }: InvitationFormProps) {
  const form = useSchemaForm<Typed, NewBody>({
    schema: prepared(NewInvitation, bodyOf),
    defaults: {
      name: "",
      email: "",
      hasNoEmail: Boolean(person?.phoneNumber),
      phoneNumber: "",
      role: "admin",
      ...person,
      familyId,
    },
    draft: person ? undefined : "invitation",
    onSubmit: useInvite(onCreated),
    failed: { title: "Failed to send invitation", otherwise: "Failed to create invitation" },
  });
  const { setFocus, register, watch } = form.form;
  const hasNoEmail = watch("hasNoEmail");
  useEffect(() => {
    if (isAgain) setFocus("name");
  }, [isAgain, setFocus]);
  return (
    <Section title={person ? `Invite ${person.name}` : "Invite someone"}>
      <Form of={form}>
        <TextField {...form.field("name")} label="Person's Name" autoComplete="off" />
        {!hasNoEmail && <TextField {...form.field("email")} label="Email" type="email" autoComplete="off" />}
        <Switch {...register("hasNoEmail")} label="They have no e-mail" />
        <TextField
          {...form.field("phoneNumber")}
          label={hasNoEmail ? "Phone Number" : "Phone Number (Optional)"}
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
