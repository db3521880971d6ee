import { Pencil, Plus } from "lucide-react";
import { useEffect } from "react";
import { type LocalEvent, NewLocalEvent } from "#contract/local-events.ts";
import { startOf } from "#web/features/calendar/event-words.ts";
import { Button } from "#web/ui/action/button.tsx";
import { MoreOption } from "#web/ui/action/option.tsx";
import { Removal } from "#web/ui/dialog/removal.tsx";
import { TextAreaField, TextField } from "#web/ui/form/field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { useSchemaForm } from "#web/ui/form/schema-form.ts";
import { Actions, Row, Rows, Stack } from "#web/ui/layout/layout.tsx";
import { useListForm } from "#web/ui/list-form.ts";
import { Empty } from "#web/ui/state/loaded.tsx";
import { Hidden, Quiet, Unbroken } from "#web/ui/text.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { type TypedLocalEvent, useDeleteLocalEvent, useSaveLocalEvent } from "../queries.ts";

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
function LocalEventForm({ event, onClose }: LocalEventFormProps) {
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

interface LocalEventRowProps {
  event: LocalEvent;
  onEdit: () => void;
  onRemoved: () => void;
}

const notDeleted = { title: "Error deleting event", otherwise: "An unexpected error occurred" };

function LocalEventRow({ event, onEdit, onRemoved }: LocalEventRowProps) {
  const { id, title, date, location } = event;
  const removal = useDeleteLocalEvent(id);
  return (
    <Row>
      <Stack gap={4}>
        <h3>{title}</h3>
        <p>
          <Unbroken>{startOf(date, event)}</Unbroken>
        </p>
        <Quiet>{location}</Quiet>
      </Stack>
      <Actions>
        <Button icon={Pencil} onClick={onEdit}>
          Edit<Hidden> {title}</Hidden>
        </Button>
        <Removal
          by={removal}
          of={title}
          label="Delete"
          busyLabel="Deleting..."
          question="Are you sure?"
          detail="This will permanently delete this event. This action cannot be undone."
          done="Event deleted"
          failed={notDeleted}
          onDone={onRemoved}
        />
      </Actions>
    </Row>
  );
}

interface LocalEventListProps {
  events: LocalEvent[];
  /** Today, in the family's time zone. */
  day: string;
}

/** The family's own things to do. */
export function LocalEventList({ events, day }: LocalEventListProps) {
  const { open, setOpen, close, list, focusList } = useListForm();
  const coming = events.filter(({ date }) => date >= day);
  const over = events.filter(({ date }) => date < day);
  const rows = (some: LocalEvent[]) => (
    <Rows>
      {some.map((event) => (
        <li key={event.id}>
          {open === event.id ? (
            <LocalEventForm event={event} onClose={close} />
          ) : (
            <LocalEventRow event={event} onEdit={() => setOpen(event.id)} onRemoved={focusList} />
          )}
        </li>
      ))}
    </Rows>
  );
  return (
    <div ref={list} tabIndex={-1}>
      <Stack gap={24}>
        {open === "new" ? (
          <LocalEventForm onClose={close} />
        ) : (
          <Button variant="primary" isStart icon={Plus} onClick={() => setOpen("new")}>
            Add something to do
          </Button>
        )}
        {events.length === 0 && open === undefined && (
          <Empty title="Nothing here yet." detail="A concert, a market, a walk: what could be fun?" />
        )}
        {coming.length > 0 && rows(coming)}
        {over.length > 0 && <MoreOption label={`Earlier (${over.length})`}>{rows(over)}</MoreOption>}
      </Stack>
    </div>
  );
}
