import { useEffect, useState } from "react";
import { NewThing, type Thing } from "#contract/help/things.ts";
import { Button } from "#web/ui/action/button.tsx";
import { ChoiceField } from "#web/ui/form/choice-field.tsx";
import { TextAreaField, TextField } from "#web/ui/form/field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { useSchemaForm } from "#web/ui/form/schema-form.ts";
import { Actions } from "#web/ui/layout/layout.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { type TypedThing, useSaveThing } from "./queries.ts";

interface ThingFormProps {
  /** The thing to change, or undefined for a new one. */
  thing?: Thing;
  /** All guides of the family. */
  allGuides: Thing["guides"];
  onClose: () => void;
}

/** Shown in place of the thing that it adds or changes. */
export function ThingForm({ thing, allGuides, onClose }: ThingFormProps) {
  const { mutateAsync: save } = useSaveThing(thing?.id);
  const { name = "", room = "", notes = "", guides = [] } = thing ?? {};
  // The form of a guide can change the same choice, so only changes that are made here are sent.
  const [changed, setChanged] = useState<readonly number[]>();
  const chosen = (changed ?? guides.map(({ id }) => id)).filter((one) =>
    allGuides.some(({ id }) => id === one),
  );
  const toggle = (id: number) =>
    setChanged(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  const form = useSchemaForm<TypedThing, TypedThing>({
    schema: NewThing,
    defaults: { name, room, notes },
    draft: `thing-${thing?.id}`,
    onSubmit: async (typed) => {
      await save({ ...typed, ...(changed && { guideIds: [...chosen] }) });
      toast({ title: `${typed.name} is saved` });
      onClose();
    },
    failed: { title: "This was not saved", otherwise: "What you typed is still here. Please try again." },
  });
  const cancel = () => {
    form.dropDraft();
    onClose();
  };
  const { setFocus } = form.form;
  useEffect(() => setFocus("name"), [setFocus]);
  return (
    <Form of={form}>
      <TextField {...form.field("name")} label="Name" hint="For example: Rose's TV" autoComplete="off" />
      <TextField {...form.field("room")} label="Room (optional)" autoComplete="off" />
      <TextAreaField
        {...form.field("notes")}
        label="Notes (optional)"
        hint="The model, where the remote is, which input is right. No passwords or PINs."
      />
      {allGuides.length > 0 && (
        <ChoiceField
          label="Guides about it"
          isMany
          choices={allGuides.map(({ id, title }) => ({ value: String(id), label: title }))}
          chosen={chosen.map(String)}
          onChange={({ target }) => toggle(Number(target.value))}
        />
      )}
      <Actions>
        <Button type="submit" variant="primary" isBusy={form.isBusy} busyLabel="Saving...">
          Save
        </Button>
        <Button onClick={cancel}>Cancel</Button>
      </Actions>
    </Form>
  );
}
