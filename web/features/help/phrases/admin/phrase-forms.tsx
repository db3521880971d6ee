import { useEffect } from "react";
import type { Sent } from "#contract/endpoint.ts";
import {
  type addHelpPhrase,
  ChangedHelpPhrase,
  type changeHelpPhrase,
  type FamilyPhrase,
  NewHelpPhrase,
} from "#contract/help/phrases.ts";
import { Button } from "#web/ui/action/button.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { useSchemaForm } from "#web/ui/form/schema-form.ts";
import { Actions } from "#web/ui/layout/layout.tsx";
import { useResetAfter } from "#web/ui/list-form.ts";
import { useAddPhrase, useChangePhrase } from "./family-queries.ts";

type Typed = Sent<typeof addHelpPhrase>["body"];

interface AddPhraseProps {
  categoryId: number;
  onAdded: (phrase: FamilyPhrase) => void;
}

export function AddPhrase({ categoryId, onAdded }: AddPhraseProps) {
  const { mutateAsync: add, data: added } = useAddPhrase(categoryId);
  const form = useSchemaForm<Typed, Typed>({
    schema: NewHelpPhrase,
    defaults: { categoryId, phrase: "" },
    draft: `phrase-of-${categoryId}`,
    onSubmit: async ({ phrase }) => onAdded(await add(phrase)),
    failed: { title: "The line was not added", otherwise: "Please try again." },
  });
  useResetAfter(added, form.form, "phrase");
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

type Changed = Sent<typeof changeHelpPhrase>["body"];

interface EditPhraseProps {
  phrase: FamilyPhrase;
  onChanged: (phrase: FamilyPhrase) => void;
  onCancel: () => void;
}

/** Replaces the phrase that is edited. */
export function EditPhrase({ phrase, onChanged, onCancel }: EditPhraseProps) {
  const { mutateAsync: change } = useChangePhrase(phrase);
  const form = useSchemaForm<Changed, Changed>({
    schema: ChangedHelpPhrase,
    defaults: { phrase: phrase.phrase },
    draft: `phrase-${phrase.id}`,
    onSubmit: async (typed) => onChanged(await change(typed.phrase)),
    failed: { title: "The line was not saved", otherwise: "Please try again." },
  });
  const cancel = () => {
    form.dropDraft();
    onCancel();
  };
  const { setFocus } = form.form;
  useEffect(() => setFocus("phrase"), [setFocus]);
  return (
    <Form of={form}>
      <TextField {...form.field("phrase")} label="Your line" autoComplete="off" />
      <Actions>
        <Button type="submit" isBusy={form.isBusy} busyLabel="Saving...">
          Save this line
        </Button>
        <Button onClick={cancel}>Cancel</Button>
      </Actions>
    </Form>
  );
}
