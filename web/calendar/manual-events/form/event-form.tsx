import { useEffect } from "react";
import { eventCategories } from "#contract/calendar/calendar.ts";
import { useSignedInUser } from "#web/accounts/queries.ts";
import { Button } from "#web/ui/action/button.tsx";
import { SelectField, TextField } from "#web/ui/form/field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Switch } from "#web/ui/form/switch.tsx";
import { Actions } from "#web/ui/layout/layout.tsx";
import { Panel } from "#web/ui/surface/panel.tsx";
import { shortDay } from "#web/ui/time/clock.ts";
import { categoryWords } from "../../event-words.ts";
import { PeopleFields } from "./people-fields.tsx";
import { RepeatFields } from "./repeat-fields.tsx";
import { TimeFields } from "./time-fields.tsx";
import { dayOf } from "./typed-event.ts";
import { type EventFormProps, useEventForm } from "./use-event-form.ts";

function titleOf({ event, occurrence }: EventFormProps): string {
  if (!event) return "New event";
  return occurrence ? `Edit event, only ${shortDay(dayOf(occurrence))}` : "Edit event";
}

interface FieldsProps extends EventFormProps {
  /** Names the person and the family, so that a draft is only theirs. */
  owner: string;
}

function Fields({ owner, ...props }: FieldsProps) {
  const form = useEventForm(props, owner);
  const { setFocus, register } = form.form;
  useEffect(() => setFocus("title"), [setFocus]);
  return (
    <Panel title={titleOf(props)} level={3}>
      <Form of={form}>
        <TextField {...form.field("title")} label="Title" autoComplete="off" />
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
        <Actions>
          <Button type="submit" variant="primary" isBusy={form.isBusy} busyLabel="Saving...">
            Save event
          </Button>
          <Button onClick={() => form.close()}>Cancel</Button>
        </Actions>
      </Form>
    </Panel>
  );
}

/** Adds an event, or changes one or a single date of it. */
export function EventForm(props: EventFormProps) {
  const user = useSignedInUser();
  return user && <Fields {...props} owner={`${user.id}-${user.familyId}`} />;
}
