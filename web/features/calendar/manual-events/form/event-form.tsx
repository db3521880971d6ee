import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { eventCategories } from "#contract/calendar/event-categories.ts";
import { shortDay } from "#contract/time-words.ts";
import { useSignedInUser } from "#web/features/accounts/queries.ts";
import { callName } from "#web/features/families/contacts.ts";
import { useFamilyClock } from "#web/features/families/family-clock.ts";
import { useFamily } from "#web/features/families/queries.ts";
import { Button } from "#web/ui/action/button.tsx";
import { ChoiceField } from "#web/ui/form/choice-field.tsx";
import { SelectField, TextField } from "#web/ui/form/field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Switch } from "#web/ui/form/switch.tsx";
import { Actions } from "#web/ui/layout/layout.tsx";
import { Panel } from "#web/ui/surface/panel.tsx";
import { Unbroken } from "#web/ui/text.tsx";
import { categoryWords } from "../../event-words.ts";
import { manualEventsQuery } from "../queries.ts";
import { eventWords, proposedPlace } from "./form-words.ts";
import { RepeatFields } from "./repeat-fields.tsx";
import { TimeFields } from "./time-fields.tsx";
import { dayOf } from "./typed-event.ts";
import { type EventFormProps, type EventForm as FormOfEvent, useEventForm } from "./use-event-form.ts";

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
  const isFilledIn = props.filledIn !== undefined;
  useEffect(() => {
    if (!isFilledIn) setFocus("title");
  }, [isFilledIn, setFocus]);
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
            if (!props.event) propose();
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
