import { useEffect } from "react";
import type { Sent } from "#contract/endpoint.ts";
import { ChangedHelpPhrase, type changeHelpPhrase, type FamilyPhrase } from "#contract/help/phrases.ts";
import { refusalOf } from "#web/api/refusal.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { useSchemaForm } from "#web/ui/form/schema-form.ts";
import { TextField } from "#web/ui/form/text-field.tsx";
import { Actions } from "#web/ui/layout/row.tsx";
import { useChangePhrase } from "./family-queries.ts";

type Typed = Sent<typeof changeHelpPhrase>["body"];

interface EditPhraseProps {
  phrase: FamilyPhrase;
  onChanged: (phrase: FamilyPhrase) => void;
  onCancel: () => void;
}

/** In the place of the line that is edited. */
export function EditPhrase({ phrase, onChanged, onCancel }: EditPhraseProps) {
  const { mutateAsync: change } = useChangePhrase(phrase);
  const form = useSchemaForm<Typed, Typed>({
    schema: ChangedHelpPhrase,
    defaults: { phrase: phrase.phrase },
    onSubmit: async (typed) => {
      const failed = { title: "The phrase was not saved", otherwise: "Please try again." };
      const changed = await change(typed.phrase).catch((error: unknown): never => {
        throw refusalOf(error, failed);
      });
      onChanged(changed);
    },
  });
  const { setFocus } = form.form;
  useEffect(() => setFocus("phrase"), [setFocus]);
  return (
    <Form of={form}>
      <TextField {...form.field("phrase")} label="Your line" autoComplete="off" />
      <Actions>
        <Button type="submit" isBusy={form.isBusy} busyLabel="Saving...">
          Save this line
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </Actions>
    </Form>
  );
}
