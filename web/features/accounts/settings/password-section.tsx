import { useState } from "react";
import { type Account, ChosenPassword, type changePassword } from "#contract/accounts/accounts.ts";
import type { Sent } from "#contract/endpoint.ts";
import { Button } from "#web/ui/action/button.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { useSchemaForm } from "#web/ui/form/schema-form.ts";
import { Section } from "#web/ui/layout/layout.tsx";
import { type ActionResult, StatusMessage } from "#web/ui/state/status-message.tsx";
import { useChangePassword } from "../queries.ts";

type Typed = Sent<typeof changePassword>["body"];

/** Describes how the person signs in now. */
function currentSignIn({ phoneNumber, email, providers: [provider] }: Account): string {
  if (phoneNumber) return "your phone is enough";
  if (provider) return `${provider.name} is enough`;
  return email ? "your e-mail is enough" : "a passkey is enough";
}

export function PasswordSection({ account }: { account: Account }) {
  const { hasPassword, username } = account;
  const { mutateAsync: change } = useChangePassword();
  const [result, setResult] = useState<ActionResult>();
  const form = useSchemaForm<Typed, Typed>({
    schema: ChosenPassword,
    defaults: { currentPassword: "", password: "" },
    onSubmit: async (typed) => {
      setResult(undefined);
      await change(typed);
      form.form.reset();
      setResult({ isGood: true, words: "Your password is saved." });
    },
    failed: { title: "Your password was not saved", otherwise: "Please try again." },
  });
  return (
    <Section title="My password">
      <p>You don't need one: {currentSignIn(account)}. With a password you can sign in without it.</p>
      <Form of={form}>
        {/* Password managers need the username. */}
        <input hidden readOnly autoComplete="username" value={username} />
        {hasPassword && (
          <TextField
            {...form.field("currentPassword")}
            label="Current password"
            type="password"
            autoComplete="current-password"
          />
        )}
        <TextField
          {...form.field("password")}
          label="New password"
          hint="At least 8 characters. Three or four words are easy to remember."
          type="password"
          autoComplete="new-password"
        />
        <Button type="submit" isStart isBusy={form.isBusy} busyLabel="Saving...">
          {hasPassword ? "Change my password" : "Set a password"}
        </Button>
      </Form>
      <StatusMessage of={result} />
    </Section>
  );
}
