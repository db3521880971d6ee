import { useRef } from "react";
import { weekdayOf } from "#contract/calendar/recurrence-words.ts";
import { TextField } from "#web/ui/form/field.tsx";
import { Switch } from "#web/ui/form/switch.tsx";
import { Columns } from "#web/ui/layout/layout.tsx";
import { movedAlong } from "../event-dates.ts";
import { dayOf, repeatsFrom, type TypedEvent } from "./typed-event.ts";
import type { EventForm } from "./use-event-form.ts";

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
function useFollowers({ form: { getValues, setValue } }: EventForm) {
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
function useAllDay({ form: { getValues, setValue } }: EventForm, follow: () => void) {
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

export function TimeFields({ of: form }: { of: EventForm }) {
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
