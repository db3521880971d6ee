import { useRef } from "react";
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
import type { useSchemaForm } from "#web/ui/form/schema-form.ts";
import { Switch } from "#web/ui/form/switch.tsx";
import { Columns } from "#web/ui/layout/layout.tsx";
import { Unbroken } from "#web/ui/text.tsx";
import { movedAlong } from "../../event-words.ts";
import type { EventBody } from "../../queries.ts";
import {
  dayOf,
  frequencies,
  type Repeats,
  repeatsFrom,
  type TypedEvent,
  typedRecurrence,
} from "./typed-event.ts";

/** The form of an event, as `useSchemaForm` returns it. */
export type FormOfEvent = ReturnType<typeof useSchemaForm<TypedEvent, EventBody>>;

const oneHour = ["1970-01-01T00:00", "1970-01-01T01:00"] as const;

/** Keeps the length of the event when its start moves. A new event lasts an hour. */
function endAfter({ startDate, endDate, allDay }: TypedEvent, startBefore: string): string {
  if (!endDate) return allDay ? startDate : movedAlong(startDate, ...oneHour);
  return startBefore ? movedAlong(endDate, startBefore, startDate) : endDate;
}

/** A weekly event on the weekday of its start follows the start to another weekday. */
function weekdaysFrom({ weekdays, startDate }: TypedEvent, startBefore: string): string[] {
  const isOnlyDay = startBefore && weekdays.join() === weekdayOf(dayOf(startBefore));
  return isOnlyDay ? [weekdayOf(dayOf(startDate))] : weekdays;
}

/** The end and the weekdays follow the start. */
function useFollowers({ form: { getValues, setValue } }: FormOfEvent) {
  const start = useRef(getValues("startDate"));
  return () => {
    const typed = getValues();
    const before = start.current;
    if (!typed.startDate || typed.startDate === before) return;
    start.current = typed.startDate;
    setValue("endDate", endAfter(typed, before));
    setValue("weekdays", weekdaysFrom(typed, before));
    setValue("repeats", repeatsFrom(dayOf(typed.startDate), typed.repeats));
  };
}

/** Removes the times of an all-day event, and restores them when it is switched back. */
function useAllDay({ form: { getValues, setValue } }: FormOfEvent, follow: () => void) {
  const times = useRef({ startDate: "T09:00", endDate: "T10:00" });
  return (isAllDay: boolean) => {
    for (const name of ["startDate", "endDate"] as const) {
      const date = getValues(name);
      if (!date) continue;
      if (isAllDay) times.current[name] = date.slice(10);
      setValue(name, isAllDay ? dayOf(date) : dayOf(date) + times.current[name]);
    }
    follow();
  };
}

export function TimeFields({ of: form }: { of: FormOfEvent }) {
  const follow = useFollowers(form);
  const turn = useAllDay(form, follow);
  const { register, watch } = form.form;
  const start = form.field("startDate");
  const type = watch("allDay") ? "date" : "datetime-local";
  return (
    <>
      <Switch {...register("allDay", { onChange: ({ target }) => turn(target.checked) })} label="All day" />
      <Columns kind="pair">
        <TextField
          {...start}
          key={`start ${type}`}
          label="Start date"
          type={type}
          onBlur={(event) => {
            void start.onBlur(event);
            follow();
          }}
        />
        <TextField {...form.field("endDate")} key={`end ${type}`} label="End date" type={type} />
      </Columns>
    </>
  );
}

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

function Details({ of: form, day }: { of: FormOfEvent; day: string }) {
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
function RuleInWords({ of: { form } }: { of: FormOfEvent }) {
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

function RepeatChoice({ of: form }: { of: FormOfEvent }) {
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

export function RepeatFields({ of: form }: { of: FormOfEvent }) {
  return form.form.watch("repeats") === "other" ? <RuleInWords of={form} /> : <RepeatChoice of={form} />;
}
