import { useState } from "react";
import type { ManualEvent } from "#contract/calendar/manual-events.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Dialog } from "#web/ui/dialog/dialog.tsx";
import { ChoiceField } from "#web/ui/form/choice-field.tsx";
import { SelectField } from "#web/ui/form/field.tsx";
import { Actions } from "#web/ui/layout/layout.tsx";
import { startOf } from "../event-words.ts";

/** One date of a series, named by its start, or all of them. */
interface ChosenDate {
  isOne: boolean;
  occurrence: string;
}

/** The next dates, and the one the person came from. */
const datesOf = ({ nextDates }: ManualEvent, occurrence?: string): string[] =>
  [...new Set([...nextDates, ...(occurrence ? [occurrence] : [])])].sort();

/** Most changes are about the next date, so it is chosen first. */
export function firstChoice(event: ManualEvent, occurrence?: string): ChosenDate {
  const date = occurrence ?? event.nextDates[0];
  return { isOne: date !== undefined, occurrence: date ?? "" };
}

const choices = [
  { value: "one", label: "Only one of them" },
  { value: "all", label: "All of them" },
];

/** The space in "10:00 AM". A choice cannot be styled to keep it whole. */
const beforeHalf = / (?=[AP]M$)/;

interface WhichDatesProps {
  event: ManualEvent;
  /** The date the person came from. */
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
            {startOf(date, event).replace(beforeHalf, "\u00a0")}
          </option>
        ))}
      </SelectField>
    )}
  </>
);

interface EditDatesProps {
  event: ManualEvent;
  /** The date the person came from. */
  occurrence?: string | undefined;
  onChosen: (occurrence?: string) => void;
  onCancel: () => void;
}

/** Asks which dates of a series to change. */
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
