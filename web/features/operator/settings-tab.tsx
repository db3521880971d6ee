import { useQuery } from "@tanstack/react-query";
import { type ChangeEvent, type FormEvent, useState } from "react";
import * as z from "zod/mini";
import { SignUp } from "#contract/accounts/sign-in.ts";
import { EmailAddress } from "#contract/contact-details.ts";
import type { Choices } from "#contract/operator/choices.ts";
import { Button } from "#web/ui/action/button.tsx";
import { ChoiceField } from "#web/ui/form/choice-field.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { useSchemaForm } from "#web/ui/form/schema-form.ts";
import { Actions, Section, Stack } from "#web/ui/layout/layout.tsx";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { SkeletonRows } from "#web/ui/state/loading.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { toastError } from "#web/ui/toast/toast-error.ts";
import { choicesQuery, useChangeChoices } from "./queries.ts";

const signUpWords: Readonly<Record<SignUp, { label: string; detail: string }>> = {
  open: { label: "Everybody", detail: "Anyone can set up a family." },
  invited: { label: "People with an invitation", detail: "Families grow, and no new ones begin." },
  closed: { label: "Nobody", detail: "People who have an account sign in as ever." },
};

const signUpChoices = SignUp.options.map((value) => ({ value, ...signUpWords[value] }));

const notSaved = { title: "Your choice was not saved", otherwise: "Please try again." };

interface PresetProps {
  variable: string;
  preset: string;
  isChosen: boolean;
  onReturn: () => void;
  isBusy: boolean;
}

/** Says which of the two settings holds, and leads back to the server's own. */
const Preset = ({ variable, preset, isChosen, onReturn, isBusy }: PresetProps) => (
  <Stack gap={8}>
    <p>
      {isChosen
        ? `This was chosen here. The server's own setting, ${variable}, says “${preset}”.`
        : `This is the server's own setting, ${variable}.`}
    </p>
    {isChosen && (
      <Button isStart isBusy={isBusy} busyLabel="Saving..." onClick={onReturn}>
        Go back to “{preset}”
      </Button>
    )}
  </Stack>
);

function SignUpForm({ signUp: { preset, chosen } }: Pick<Choices, "signUp">) {
  const { mutateAsync: change, isPending, error } = useChangeChoices();
  const inForce = chosen ?? preset;
  const [picked, setPicked] = useState({ value: inForce, insteadOf: inForce });
  // The choice follows one that was made elsewhere.
  const value = picked.insteadOf === inForce ? picked.value : inForce;
  const pick = ({ target }: ChangeEvent<HTMLInputElement>) =>
    setPicked({ value: SignUp.parse(target.value), insteadOf: inForce });
  const save = (next: SignUp | null) =>
    change({ signUp: next }).then(
      () => toast({ title: "Your choice is saved, and holds at once" }),
      (reason: unknown) => toastError(reason, notSaved),
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(value);
  };
  return (
    <Section title="Who can make an account">
      <form onSubmit={submit}>
        <Stack>
          <ChoiceField
            label="New accounts are for"
            name="sign-up"
            choices={signUpChoices}
            chosen={[value]}
            onChange={pick}
          />
          <Actions>
            <Button type="submit" isBusy={isPending} busyLabel="Saving...">
              Save who can make one
            </Button>
          </Actions>
        </Stack>
      </form>
      <ErrorMessage {...notSaved} error={error} />
      <Preset
        variable="SIGN_UP"
        preset={signUpWords[preset].label}
        isChosen={chosen !== null}
        isBusy={isPending}
        onReturn={() => void save(null)}
      />
    </Section>
  );
}

const SupportEmail = z.strictObject({ supportEmail: EmailAddress });
type Typed = z.input<typeof SupportEmail>;

function SupportForm({ supportEmail: { preset, chosen } }: Pick<Choices, "supportEmail">) {
  const { mutateAsync: change, isPending } = useChangeChoices();
  const save = async (supportEmail: string | null) => {
    await change({ supportEmail });
    toast({ title: "The address is saved, and holds at once" });
  };
  const form = useSchemaForm<Typed, Typed>({
    schema: SupportEmail,
    defaults: { supportEmail: chosen ?? preset },
    onSubmit: ({ supportEmail }) => save(supportEmail),
    failed: notSaved,
  });
  return (
    <Section title="Questions and complaints">
      <p>People read this address on the legal pages. Invitations by e-mail name it, too.</p>
      <Form of={form}>
        <TextField {...form.field("supportEmail")} label="E-mail address" inputMode="email" />
        <Button type="submit" isStart isBusy={form.isBusy} busyLabel="Saving...">
          Save the address
        </Button>
      </Form>
      <Preset
        variable="SUPPORT_EMAIL"
        preset={preset}
        isChosen={chosen !== null}
        isBusy={isPending}
        onReturn={() => void save(null).catch((reason: unknown) => toastError(reason, notSaved))}
      />
    </Section>
  );
}

export function SettingsTab() {
  const choices = useQuery(choicesQuery);
  return (
    <Loaded of={choices} name="the settings" skeleton={<SkeletonRows count={3} />}>
      {({ signUp, supportEmail }) => (
        <Stack gap={24}>
          <SignUpForm signUp={signUp} />
          <SupportForm key={supportEmail.chosen} supportEmail={supportEmail} />
        </Stack>
      )}
    </Loaded>
  );
}
