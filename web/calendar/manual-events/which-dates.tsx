import { useState } from "react";
import type { ManualEvent } from "#contract/calendar/manual-events.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Dialog } from "#web/ui/dialog/dialog.tsx";
import { ChoiceField } from "#web/ui/form/choice-field.tsx";
import { SelectField } from "#web/ui/form/field.tsx";
import { Actions } from "#web/ui/layout/layout.tsx";
import { startOf } from "./event-dates.ts";

/** One date of an event that repeats, by its start, or all of them. */
interface ChosenDate {
  isOne: boolean;
  occurrence: string;
}

/** The next dates, and the one from which somebody comes. */
const datesOf = ({ nextDates }: ManualEvent, occurrence?: string): string[] =>
  [...new Set([...nextDates, ...(occurrence ? [occurrence] : [])])].sort();

/** Whoever changes an event mostly means the next date. */
export function firstChoice(event: ManualEvent, occurrence?: string): ChosenDate {
  const date = occurrence ?? event.nextDates[0];
  return { isOne: date !== undefined, occurrence: date ?? "" };
}

const choices = [
  { value: "one", label: "Only one of them" },
  { value: "all", label: "All of them" },
];

interface WhichDatesProps {
  event: ManualEvent;
  /** The date that it was come from. */
  occurrence?: string | undefined;
  chosen: ChosenDate;
  onChoose: (chosen: ChosenDate) => void;
}

export const WhichDates = ({ event, occurrence, chosen, onChoose }: WhichDatesProps) => (
  <>
    <ChoiceField
      name="which dates"
      label="Which dates?"
      choices={choices}
      value={chosen.isOne ? "one" : "all"}
      onChange={({ target }) => onChoose({ ...chosen, isOne: target.value === "one" })}
    />
    {chosen.isOne && (
      <SelectField
        label="Date"
        value={chosen.occurrence}
        onChange={({ target }) => onChoose({ ...chosen, occurrence: target.value })}
      >
        {datesOf(event, occurrence).map((date) => (
          <option key={date} value={date}>
            {startOf(date, event)}
          </option>
        ))}
      </SelectField>
    )}
  </>
);

interface EditDatesProps {
  event: ManualEvent;
  /** The date from which somebody comes. */
  occurrence?: string | undefined;
  onChosen: (occurrence?: string) => void;
  onCancel: () => void;
}

/** Asked before an event that repeats is changed. */
export function EditDates({ event, occurrence, onChosen, onCancel }: EditDatesProps) {
  const [chosen, setChosen] = useState(firstChoice(event, occurrence));
  return (
    <Dialog title={`Edit ${event.title}`} onClose={onCancel}>
      <WhichDates event={event} occurrence={occurrence} chosen={chosen} onChoose={setChosen} />
      <Actions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button variant="primary" onClick={() => onChosen(chosen.isOne ? chosen.occurrence : undefined)}>
          Continue
        </Button>
      </Actions>
    </Dialog>
  );
}
