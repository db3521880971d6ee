import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { eventCategories } from "#contract/calendar/event-categories.ts";
import { type ManualEvent, NewManualEvent } from "#contract/calendar/manual-events.ts";
import { callName } from "#contract/call-name.ts";
import { shortDay } from "#contract/time-words.ts";
import { useSignedInUser } from "#web/features/accounts/queries.ts";
import { useFamilyClock } from "#web/features/families/family-clock.ts";
import { useFamily } from "#web/features/families/queries.ts";
import { Button } from "#web/ui/action/button.tsx";
import { ChoiceField } from "#web/ui/form/choice-field.tsx";
import { draftOf, dropDraft, useKeptDraft } from "#web/ui/form/draft.ts";
import { SelectField, TextField } from "#web/ui/form/field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { prepared, useSchemaForm } from "#web/ui/form/schema-form.ts";
import { Switch } from "#web/ui/form/switch.tsx";
import { Actions } from "#web/ui/layout/layout.tsx";
import { Panel } from "#web/ui/surface/panel.tsx";
import { Unbroken } from "#web/ui/text.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { categoryWords } from "../../event-words.ts";
import { type EventBody, manualEventsQuery, useSaveEvent } from "../../queries.ts";
import { type FormOfEvent, RepeatFields, TimeFields } from "./event-fields.tsx";
import { eventWords, proposedPlace } from "./form-words.ts";
import { bodyOf, dayOf, type TypedEvent, typedEventOf } from "./typed-event.ts";

export interface EventFormProps {
  /** The event to change, or undefined for a new one. */
  event?: ManualEvent | undefined;
  /** The starting values of a new event that was read from one line. */
  filledIn?: TypedEvent | undefined;
  /** The single date to change, if only one is changed. */
  occurrence?: string | undefined;
  /** Called with the id after saving, or without it. */
  onClose: (savedId?: number) => void;
}

/** The form of an event. It starts with the person's draft if they left it without Save or Cancel. */
function useEventForm({ event, filledIn, occurrence, onClose }: EventFormProps, owner: string) {
  const { mutateAsync: save } = useSaveEvent(event && { id: event.id, occurrence });
  const draft = `porchlight-event-${owner}-${event?.id}-${occurrence}`;
  // The start values are fixed, so that other people's changes do not overwrite what is typed.
  const [start] = useState(() => filledIn ?? typedEventOf(event, occurrence));
  const close = (savedId?: number) => {
    dropDraft(draft);
    onClose(savedId);
  };
  const form = useSchemaForm<TypedEvent, EventBody>({
    schema: prepared(NewManualEvent, bodyOf),
    defaults: draftOf(draft, start),
    onSubmit: async (body) => {
      const saved = await save(body);
      toast({ title: event ? "Event updated" : "Event created" });
      close(saved?.id);
    },
    failed: {
      title: event ? "Error updating event" : "Error creating event",
      otherwise: "An unexpected error occurred",
    },
  });
  useKeptDraft(form.form, draft, start);
  return { ...form, close };
}

function titleOf({ event, occurrence }: EventFormProps): string {
  if (!event) return "New event";
  return occurrence ? `Edit event, only ${shortDay(dayOf(occurrence))}` : "Edit event";
}

interface FieldsProps extends EventFormProps {
  /** Names the person and the family, so that a draft is only theirs. */
  owner: string;
}

/** Proposes a place once a new event has a title, because an event needs a place. */
function useProposedPlace({ form: { getValues, setValue } }: FormOfEvent) {
  const { data: events = [] } = useQuery(manualEventsQuery);
  return () => {
    const { title, location } = getValues();
    if (title.trim() && !location) setValue("location", proposedPlace(title, events));
  };
}

/** Shows how one line was understood, and updates with the fields below. */
function ReadBack({ of: form }: { of: FormOfEvent }) {
  const { day } = useFamilyClock();
  const words = useRef<HTMLParagraphElement>(null);
  useEffect(() => words.current?.focus(), []);
  return (
    <p ref={words} tabIndex={-1}>
      <b>
        <Unbroken>{eventWords(form.form.watch(), day)}</Unbroken>
      </b>
    </p>
  );
}

/** Asks which members are driving and which are coming. */
function PeopleFields({ of: { form } }: { of: FormOfEvent }) {
  const family = useFamily();
  const choices = (family?.members ?? []).map(({ id, name }) => ({
    value: String(id),
    label: <span>{callName(name, family?.name ?? "")}</span>,
  }));
  return (
    <>
      <ChoiceField {...form.register("driving")} label="Who is driving?" choices={choices} isInRow isMany />
      <ChoiceField {...form.register("coming")} label="Who is coming?" choices={choices} isInRow isMany />
    </>
  );
}

function Fields({ owner, ...props }: FieldsProps) {
  const form = useEventForm(props, owner);
  const propose = useProposedPlace(form);
  const { setFocus, register } = form.form;
  const isChange = props.event !== undefined;
  const isFilledIn = props.filledIn !== undefined;
  useEffect(() => {
    if (isChange) setFocus("title");
  }, [isChange, setFocus]);
  const title = form.field("title");
  const actions = (
    <Actions>
      <Button type="submit" variant="primary" isBusy={form.isBusy} busyLabel="Saving...">
        Save event
      </Button>
      <Button onClick={() => form.close()}>Cancel</Button>
    </Actions>
  );
  return (
    <Panel title={titleOf(props)} level={3}>
      <Form of={form}>
        {isFilledIn && (
          <>
            <ReadBack of={form} />
            {actions}
          </>
        )}
        <TextField
          {...title}
          label="Title"
          autoComplete="off"
          onBlur={(event) => {
            void title.onBlur(event);
            // A line that names no place leaves it empty, so that nothing is assumed.
            if (!isChange && !isFilledIn) propose();
          }}
        />
        <TimeFields of={form} />
        <TextField {...form.field("location")} label="Location" autoComplete="off" />
        {props.occurrence === undefined && <RepeatFields of={form} />}
        <PeopleFields of={form} />
        <SelectField {...form.field("category")} label="What kind of event is it?">
          {eventCategories.map((category) => (
            <option key={category} value={category}>
              {categoryWords[category]}
            </option>
          ))}
        </SelectField>
        <Switch {...register("isActive")} label="Active" />
        {!isFilledIn && actions}
      </Form>
    </Panel>
  );
}

/** Adds an event, or changes one or a single date of it. */
export function EventForm(props: EventFormProps) {
  const user = useSignedInUser();
  return user && <Fields {...props} owner={`${user.id}-${user.familyId}`} />;
}
