import { useState } from "react";
import { type Account, type changeNames, Names } from "#contract/accounts/accounts.ts";
import type { Sent } from "#contract/endpoint.ts";
import { useStoredRole } from "#web/platform/api/session.ts";
import { Button } from "#web/ui/action/button.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { useSchemaForm } from "#web/ui/form/schema-form.ts";
import { Section } from "#web/ui/layout/layout.tsx";
import { type ActionResult, StatusMessage } from "#web/ui/state/status-message.tsx";
import { useChangeNames } from "../queries.ts";

type Typed = Sent<typeof changeNames>["body"];

export function NamesSection({ account }: { account: Account }) {
  const { mutateAsync: change } = useChangeNames();
  const [result, setResult] = useState<ActionResult>();
  const hasGreeting = useStoredRole() !== "admin";
  const form = useSchemaForm<Typed, Typed>({
    schema: Names,
    defaults: { username: account.username, grandparentNames: account.grandparentNames ?? "" },
    onSubmit: async ({ username, grandparentNames }) => {
      setResult(undefined);
      await change({ username, grandparentNames: grandparentNames || null });
      setResult({ isGood: true, words: "Your name is saved." });
    },
    failed: { title: "Your name was not saved", otherwise: "Please try again." },
  });
  return (
    <Section title="My name">
      <Form of={form}>
        <TextField {...form.field("username")} label="Your name" autoComplete="name" />
        {hasGreeting && (
          <TextField
            {...form.field("grandparentNames")}
            label="Grandparent names"
            hint="For example Rose & Walter."
          />
        )}
        <Button type="submit" isStart isBusy={form.isBusy} busyLabel="Saving...">
          Save my name
        </Button>
      </Form>
      <StatusMessage of={result} />
    </Section>
  );
}
