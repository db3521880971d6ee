import type { ManualEvent } from "#contract/calendar/manual-events.ts";
import { ChoiceField } from "#web/ui/form/choice-field.tsx";
import { SelectField } from "#web/ui/form/text-field.tsx";
import { startOf } from "./event-dates.ts";

/** One date of an event that repeats, by its start, or all of them. */
export interface ChosenDate {
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
