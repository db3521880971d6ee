import { useEffect } from "react";
import { type LocalEvent, NewLocalEvent } from "#contract/local-events.ts";
import { Button } from "#web/ui/action/button.tsx";
import { TextAreaField, TextField } from "#web/ui/form/field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { useSchemaForm } from "#web/ui/form/schema-form.ts";
import { Actions } from "#web/ui/layout/layout.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { type TypedLocalEvent, useSaveLocalEvent } from "./local-event-queries.ts";

interface LocalEventFormProps {
  /** The event to change, or undefined for a new one. */
  event?: LocalEvent;
  onClose: () => void;
}

const wordsFor = (isNew: boolean) => ({
  saved: isNew ? "Event created" : "Event updated",
  failed: {
    title: isNew ? "Error creating event" : "Error updating event",
    otherwise: "An unexpected error occurred",
  },
});

/** Shown in place of the event that it adds or changes. */
export function LocalEventForm({ event, onClose }: LocalEventFormProps) {
  const { mutateAsync: save } = useSaveLocalEvent(event?.id);
  const { title = "", date = "", location = "", description = "" } = event ?? {};
  const { saved, failed } = wordsFor(event === undefined);
  const form = useSchemaForm<TypedLocalEvent, TypedLocalEvent>({
    schema: NewLocalEvent,
    defaults: { title, date, location, description },
    draft: `local-event-${event?.id}`,
    onSubmit: async (typed) => {
      await save(typed);
      toast({ title: saved });
      onClose();
    },
    failed,
  });
  const cancel = () => {
    form.dropDraft();
    onClose();
  };
  const { setFocus } = form.form;
  useEffect(() => setFocus("title"), [setFocus]);
  return (
    <Form of={form}>
      <TextField {...form.field("title")} label="Title" autoComplete="off" />
      <TextField {...form.field("date")} label="Date and time" type="datetime-local" />
      <TextField {...form.field("location")} label="Location" autoComplete="off" />
      <TextAreaField {...form.field("description")} label="Description (optional)" />
      <Actions>
        <Button type="submit" variant="primary" isBusy={form.isBusy} busyLabel="Saving...">
          Save event
        </Button>
        <Button onClick={cancel}>Cancel</Button>
      </Actions>
    </Form>
  );
}
