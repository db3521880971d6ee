import type { Sent } from "#contract/endpoint.ts";
import { type createPuzzle, NewPuzzle } from "#contract/puzzles.ts";
import { Button } from "#web/ui/action/button.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { prepared, useSchemaForm } from "#web/ui/form/schema-form.ts";
import { Switch } from "#web/ui/form/switch.tsx";
import { Section } from "#web/ui/layout/layout.tsx";
import { useResetAfter } from "#web/ui/list-form.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { OptionsField, type TypedPuzzle, withTypedOption } from "./options-field.tsx";
import { useCreatePuzzle } from "./own-puzzles.ts";

type Body = Sent<typeof createPuzzle>["body"];

const defaults: TypedPuzzle = { question: "", options: [], another: "", correctAnswer: "", isActive: true };

export function NewPuzzleForm() {
  const { mutateAsync: create, data: created } = useCreatePuzzle();
  const form = useSchemaForm<TypedPuzzle, Body>({
    schema: prepared(NewPuzzle, withTypedOption),
    defaults,
    draft: "puzzle",
    onSubmit: async (puzzle) => {
      await create(puzzle);
      toast({ title: "Puzzle created" });
    },
    failed: { title: "Error creating puzzle", otherwise: "An unexpected error occurred" },
  });
  useResetAfter(created, form.form, "question");
  return (
    <Section title="New puzzle">
      <Form of={form}>
        <TextField {...form.field("question")} label="Question" autoComplete="off" />
        <OptionsField of={form} />
        <Switch {...form.form.register("isActive")} label="Active" />
        <Button type="submit" variant="primary" isBusy={form.isBusy} busyLabel="Creating...">
          Create puzzle
        </Button>
      </Form>
    </Section>
  );
}
