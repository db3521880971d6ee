import { Plus, X } from "lucide-react";
import type { KeyboardEvent } from "react";
import { type UseFormReturn, useController } from "react-hook-form";
import type { Sent } from "#contract/endpoint.ts";
import { type createPuzzle, NewPuzzle } from "#contract/puzzles.ts";
import { Button } from "#web/ui/action/button.tsx";
import { ChoiceField } from "#web/ui/form/choice-field.tsx";
import { Field, TextField } from "#web/ui/form/field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import type { FieldError } from "#web/ui/form/form-errors.ts";
import { prepared, useSchemaForm } from "#web/ui/form/schema-form.ts";
import { Switch } from "#web/ui/form/switch.tsx";
import { Row, Section } from "#web/ui/layout/layout.tsx";
import { useResetAfter } from "#web/ui/list-form.ts";
import { Hidden } from "#web/ui/text.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { useCreatePuzzle } from "../queries.ts";

/** The values of the form. `another` is the option that is being typed. */
export type TypedPuzzle = Sent<typeof createPuzzle>["body"] & { another: string };

/** An option that was typed but not added counts too. */
function withTypedOption({ another, ...puzzle }: TypedPuzzle) {
  const option = another.trim();
  return option ? { ...puzzle, options: [...puzzle.options, option] } : puzzle;
}

/** Says what is wrong with a new option, if anything. */
function refusedOption(option: string, options: readonly string[]): string | undefined {
  if (!option) return "Please write the option first";
  const isThere = options.some((one) => one.toLowerCase() === option.toLowerCase());
  return isThere ? "This option is already there" : undefined;
}

/** The part of `useSchemaForm`'s result that the options need. */
interface PuzzleForm {
  form: UseFormReturn<TypedPuzzle, unknown, unknown>;
  wrong: FieldError[];
  idOf: (name: string) => string;
}

/** The options, one of them marked as the answer, and a field to add one. */
function OptionsField({ of: { form, wrong, idOf } }: { of: PuzzleForm }) {
  const { field: options } = useController({ control: form.control, name: "options" });
  const { field: answer } = useController({ control: form.control, name: "correctAnswer" });
  const { ref: typing, ...another } = form.register("another");
  const errorOf = (name: keyof TypedPuzzle) => wrong.find((one) => one.name === name)?.message;

  const add = () => {
    const option = form.getValues("another").trim();
    const message = refusedOption(option, options.value);
    form.setFocus("another");
    if (message) return form.setError("another", { message });
    form.clearErrors("another");
    form.setValue("another", "");
    options.onChange([...options.value, option]);
  };
  const remove = (option: string) => {
    options.onChange(options.value.filter((one) => one !== option));
    if (answer.value === option) answer.onChange("");
    form.setFocus("another");
  };
  const addByEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    add();
  };
  const choices = options.value.map((option) => ({
    value: option,
    label: <span>{option}</span>,
    action: (
      <Button variant="quiet" icon={X} onClick={() => remove(option)}>
        Remove<Hidden> {option}</Hidden>
      </Button>
    ),
  }));
  return (
    <>
      <ChoiceField
        {...answer}
        id={idOf("correctAnswer")}
        label="Options"
        hint={
          choices.length > 0 ? "Mark the one that is the answer." : "Add two or more, then mark the answer."
        }
        error={errorOf("correctAnswer")}
        choices={choices}
      />
      <Field id={idOf("options")} label="Another option" error={errorOf("another") ?? errorOf("options")}>
        {(control) => (
          <Row isTight>
            <input
              {...another}
              {...control}
              ref={(input) => {
                typing(input);
                options.ref(input);
              }}
              autoComplete="off"
              onKeyDown={addByEnter}
            />
            <Button icon={Plus} onClick={add}>
              Add
            </Button>
          </Row>
        )}
      </Field>
    </>
  );
}

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
