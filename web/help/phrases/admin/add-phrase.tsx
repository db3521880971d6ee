import { useEffect } from "react";
import type { Sent } from "#contract/endpoint.ts";
import { type addHelpPhrase, type FamilyPhrase, NewHelpPhrase } from "#contract/help/phrases.ts";
import { refusalOf } from "#web/api/refusal.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { useSchemaForm } from "#web/ui/form/schema-form.ts";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useAddPhrase } from "./family-queries.ts";

type Typed = Sent<typeof addHelpPhrase>["body"];

interface AddPhraseProps {
  categoryId: number;
  onAdded: (phrase: FamilyPhrase) => void;
}

/** Empty again, with the focus in it, after each one. */
export function AddPhrase({ categoryId, onAdded }: AddPhraseProps) {
  const { mutateAsync: add, data: added } = useAddPhrase(categoryId);
  const form = useSchemaForm<Typed, Typed>({
    schema: NewHelpPhrase,
    defaults: { categoryId, phrase: "" },
    onSubmit: async ({ phrase }) => {
      const failed = { title: "The phrase was not added", otherwise: "Please try again." };
      const answer = await add(phrase).catch((error: unknown): never => {
        throw refusalOf(error, failed);
      });
      onAdded(answer);
    },
  });
  const { reset, setFocus } = form.form;
  useEffect(() => {
    if (!added) return;
    reset();
    setFocus("phrase");
  }, [added, reset, setFocus]);
  return (
    <Form of={form}>
      <TextField
        {...form.field("phrase")}
        label="A line of your own"
        hint="Write it as the person who needs help would say it. For example: Please water my tomatoes."
        autoComplete="off"
      />
      <Button type="submit" isStart isBusy={form.isBusy} busyLabel="Adding...">
        Add this line
      </Button>
    </Form>
  );
}
