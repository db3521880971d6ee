import { type FormEvent, useEffect, useState } from "react";
import { weekdayOf } from "#contract/calendar/recurrence-words.ts";
import { useFamilyClock } from "#web/features/families/family-clock.ts";
import { useFamily } from "#web/features/families/queries.ts";
import { Button } from "#web/ui/action/button.tsx";
import { focusField, TextField } from "#web/ui/form/field.tsx";
import { Stack } from "#web/ui/layout/layout.tsx";
import { untilFetched } from "#web/ui/page/lazy.tsx";
import { Unbroken } from "#web/ui/text.tsx";
import { eventWords, whenWords } from "../form/form-words.ts";
import { type TypedEvent, typedEventOf } from "../form/typed-event.ts";
import type { DateOrder } from "./day-words.ts";
import type { OneLine, OneLineEvent, readOneLine } from "./one-line.ts";

function typedFrom(event: OneLineEvent): TypedEvent {
  const { title, startDate, endDate, allDay, repeats, place, born } = event;
  return {
    ...typedEventOf(undefined, undefined),
    startDate,
    endDate,
    allDay,
    repeats,
    title: born === undefined ? title : `${title} (born ${born})`,
    location: place ?? "",
    weekdays: repeats === "week" ? [weekdayOf(startDate.slice(0, 10))] : [],
  };
}

/** Elsewhere, the day comes before the month. */
const monthFirst = ["US", "PR", "CA"];

const dateOrderIn = (country = "US"): DateOrder =>
  monthFirst.includes(country) ? "month-first" : "day-first";

/** The parser loads separately, because most visits to the tab add nothing. */
function useReader(): typeof readOneLine | undefined {
  const [read, setRead] = useState<typeof readOneLine>();
  useEffect(() => {
    void untilFetched(() => import("./one-line.ts")).then((module) => setRead(() => module.readOneLine));
  }, []);
  return read;
}

const notYet = { problem: "This is still loading. Please try again in a moment." };

interface OneLineFormProps {
  onRead: (typed: TypedEvent) => void;
}

/** Reads an event from one line, shows what it understood, and fills in the form. */
export function OneLineForm({ onRead }: OneLineFormProps) {
  const now = useFamilyClock();
  const order = dateOrderIn(useFamily()?.country);
  const [line, setLine] = useState("");
  const [problem, setProblem] = useState<string>();
  const result: OneLine = useReader()?.(line, now, order) ?? notYet;
  const typed = "event" in result ? typedFrom(result.event) : undefined;
  const understood = "problem" in result && result.understood ? typedFrom(result.understood) : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed) onRead(typed);
    else setProblem("problem" in result ? result.problem : undefined);
  };
  return (
    <form ref={focusField} noValidate onSubmit={submit}>
      <Stack gap={12}>
        <TextField
          label="Add an event in one line"
          hint="For example: Dentist Tue 3pm"
          autoComplete="off"
          enterKeyHint="go"
          maxLength={160}
          value={line}
          error={problem}
          onChange={({ target }) => {
            setLine(target.value);
            setProblem(undefined);
          }}
        />
        <p role="status">
          {typed && <Unbroken>{eventWords(typed, now.day)}</Unbroken>}
          {understood && <Unbroken>{`So far we read: ${whenWords(understood, now.day)}`}</Unbroken>}
        </p>
        <Button type="submit" variant="primary" isStart>
          Fill in the form
        </Button>
      </Stack>
    </form>
  );
}
