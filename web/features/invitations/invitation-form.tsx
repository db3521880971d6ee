import { useEffect } from "react";
import type { Sent } from "#contract/endpoint.ts";
import type { Role } from "#contract/families.ts";
import { ChosenInvitation, type createInvitation, type Invitation } from "#contract/invitations.ts";
import { roleOfLink } from "#web/features/families/member-words.ts";
import { useCreateInvitation } from "#web/features/invitations/queries.ts";
import { useStoredRole } from "#web/platform/api/session.ts";
import { Button } from "#web/ui/action/button.tsx";
import { ChoiceField } from "#web/ui/form/choice-field.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { prepared, useSchemaForm } from "#web/ui/form/schema-form.ts";
import { Switch } from "#web/ui/form/switch.tsx";
import { Section } from "#web/ui/layout/layout.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { invitedRoles } from "./invited-roles.ts";

type NewBody = Sent<typeof createInvitation>["body"];

interface Typed extends Omit<NewBody, "email" | "role" | "isHandedOver"> {
  email: string;
  hasNoEmail: boolean;
  hasNeither: boolean;
  role: Role;
}

/** The request body, which the contract's schema checks. */
function bodyOf({ hasNoEmail, hasNeither, email, phoneNumber, ...rest }: Typed) {
  if (hasNeither) return { ...rest, email: null, phoneNumber: null, isHandedOver: true };
  return { ...rest, phoneNumber, email: hasNoEmail ? null : email };
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

function useInvitationForm({ familyId, onCreated, person }: InvitationFormProps) {
  return useSchemaForm<Typed, NewBody>({
    schema: prepared(ChosenInvitation, bodyOf),
    defaults: {
      name: "",
      email: "",
      hasNoEmail: Boolean(person?.phoneNumber),
      hasNeither: false,
      phoneNumber: "",
      ...person,
      familyId,
    },
    draft: person ? undefined : "invitation",
    onSubmit: useInvite(onCreated),
    failed: { title: "Failed to send invitation", otherwise: "Failed to create invitation" },
  });
}

/** The fields for the e-mail address and the phone number. */
function AddressFields({ of: form }: { of: ReturnType<typeof useInvitationForm> }) {
  const { register, watch } = form.form;
  const [hasNoEmail, hasNeither] = watch(["hasNoEmail", "hasNeither"]);
  return (
    <>
      {!hasNeither && (
        <>
          {!hasNoEmail && (
            <TextField {...form.field("email")} label="Email" type="email" autoComplete="off" />
          )}
          <Switch {...register("hasNoEmail")} label="They have no e-mail" />
          <TextField
            {...form.field("phoneNumber")}
            label={hasNoEmail ? "Phone Number" : "Phone Number (Optional)"}
            type="tel"
            autoComplete="off"
          />
        </>
      )}
      <Switch {...register("hasNeither")} label="No phone, no e-mail" />
      {hasNeither && <p>You get a square to scan and a link to type, for when you are together.</p>}
    </>
  );
}

export function InvitationForm(props: InvitationFormProps) {
  const { isAgain, person } = props;
  const form = useInvitationForm(props);
  const { setFocus } = form.form;
  const isGrandparent = useStoredRole() === "grandparent";
  useEffect(() => {
    if (isAgain) setFocus("name");
  }, [isAgain, setFocus]);
  return (
    <Section title={person ? `Invite ${person.name}` : "Invite someone"}>
      <Form of={form}>
        <ChoiceField
          {...form.field("role")}
          label="Role"
          hint="Co-administrators can manage content. Grandparents can view content."
          choices={invitedRoles(isGrandparent)}
        />
        <TextField {...form.field("name")} label="Person's Name" autoComplete="off" />
        <AddressFields of={form} />
        <Button type="submit" variant="primary" isBusy={form.isBusy} busyLabel="Generating Link...">
          Generate Invite Link
        </Button>
      </Form>
    </Section>
  );
}
