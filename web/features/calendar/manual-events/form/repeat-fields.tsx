import {
  countedWeekday,
  dateInMonth,
  howOften,
  lastWeekday,
  placeInMonth,
  recurrenceWords,
  weekdayOf,
  weekdays,
} from "#contract/calendar/recurrence-words.ts";
import { monthAndDay } from "#contract/time-words.ts";
import { ChoiceField } from "#web/ui/form/choice-field.tsx";
import { SelectField, TextAreaField, TextField } from "#web/ui/form/field.tsx";
import { Columns } from "#web/ui/layout/layout.tsx";
import { Unbroken } from "#web/ui/text.tsx";
import { dayOf, frequencies, type Repeats, typedRecurrence } from "./typed-event.ts";
import type { EventForm } from "./use-event-form.ts";

interface RepeatOption {
  value: Repeats;
  label: string;
}

/** The choices for how an event repeats, named after its first day. */
function repeatOptions(day: string): RepeatOption[] {
  const always: RepeatOption[] = [
    { value: "", label: "Does not repeat" },
    { value: "day", label: "Every day" },
    { value: "week", label: "Every week" },
  ];
  if (!day)
    return [
      ...always,
      { value: "month", label: "Every month on the same date" },
      { value: "counted", label: "Every month on the same weekday" },
      { value: "year", label: "Every year" },
    ];
  const inMonth = (value: Repeats, counted: string | undefined): RepeatOption[] =>
    counted ? [{ value, label: `Every month on ${placeInMonth(counted)}` }] : [];
  return [
    ...always,
    { value: "month", label: `Every month on ${dateInMonth(day)}` },
    ...inMonth("counted", countedWeekday(day)),
    ...inMonth("last", lastWeekday(day)),
    { value: "year", label: `Every year on ${monthAndDay(day)}` },
  ];
}

const usual = [1, 2, 3, 4, 6, 8, 12];

function Details({ of: form, day }: { of: EventForm; day: string }) {
  const typed = form.form.watch();
  const rule = typedRecurrence(typed);
  const intervals = [...new Set([...usual, Number(typed.interval)])].sort((one, other) => one - other);
  return (
    <>
      {typed.repeats === "week" && (
        <ChoiceField
          {...form.form.register("weekdays")}
          label="On which days?"
          choices={weekdays}
          isInRow
          isMany
        />
      )}
      <Columns kind="pair">
        <SelectField {...form.field("interval")} label="How often?">
          {intervals.map((interval) => (
            <option key={interval} value={interval}>
              {howOften(frequencies[typed.repeats], interval)}
            </option>
          ))}
        </SelectField>
        <TextField {...form.field("until")} label="Until (optional)" type="date" />
      </Columns>
      {rule && (
        <p>
          <Unbroken>{`${recurrenceWords(rule, day)}.`}</Unbroken>
        </p>
      )}
    </>
  );
}

/** Shows in words a rule that the form cannot change. */
function RuleInWords({ of: { form } }: { of: EventForm }) {
  const [rule, startDate] = form.watch(["rule", "startDate"]);
  return (
    <TextAreaField
      label="Repeats"
      hint="This form can't change how it repeats. Everything else can be changed."
      value={startDate ? `${recurrenceWords(rule, startDate)}.` : ""}
      rows={2}
      readOnly
    />
  );
}

function RepeatChoice({ of: form }: { of: EventForm }) {
  const { getValues, setValue, watch } = form.form;
  const [repeats, startDate] = watch(["repeats", "startDate"]);
  const field = form.field("repeats");
  const day = dayOf(startDate);
  /** A weekly event starts out on the weekday of its first date. */
  const tickFirst = () => {
    if (day && getValues("repeats") === "week" && getValues("weekdays").length === 0)
      setValue("weekdays", [weekdayOf(day)]);
  };
  return (
    <>
      <SelectField
        {...field}
        label="Repeats"
        onChange={async (event) => {
          await field.onChange(event);
          tickFirst();
        }}
      >
        {repeatOptions(day).map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      {repeats && <Details of={form} day={day} />}
    </>
  );
}

export function RepeatFields({ of: form }: { of: EventForm }) {
  return form.form.watch("repeats") === "other" ? <RuleInWords of={form} /> : <RepeatChoice of={form} />;
}
