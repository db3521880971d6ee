// Compares the day's SQL statement with a simple implementation: each day shows every event that touches it.
import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { daysOf, plan } from "#tests/support/events.ts";
import { inLong } from "#tests/support/long-form.ts";
import { type Person, signUp } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer();

let anna: Person;
beforeAll(async () => {
  anna = await signUp(server());
});

const firstDay = Temporal.PlainDate.from("2026-11-20");
const minutesInADay = 24 * 60;

/** The start, the duration, and the number of days between repetitions. */
interface Planned {
  day: number;
  minute: number;
  length: number;
  every: number | null;
}
const planned = fc.record<Planned>({
  day: fc.integer({ min: 0, max: 50 }),
  minute: fc.integer({ min: 0, max: minutesInADay - 1 }),
  length: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 6 * minutesInADay })),
  every: fc.option(fc.integer({ min: 1, max: 20 })),
});

const startOf = ({ day, minute }: Planned) =>
  firstDay.add({ days: day }).toPlainDateTime().add({ minutes: minute });

const save = (event: Planned, index: number) => {
  const starts = startOf(event);
  const ends = starts.add({ minutes: event.length });
  return plan(anna, {
    title: `Event ${index}`,
    startDate: starts.toString(),
    endDate: ends.toString(),
    recurrence: event.every === null ? null : `FREQ=DAILY;INTERVAL=${event.every}`,
  });
};

/** An event from midnight to midnight is shown until its last day. */
function shownEnd({ minute, length }: Planned, ends: Temporal.PlainDateTime): string {
  const takesWholeDays = minute === 0 && length % minutesInADay === 0;
  return ends
    .subtract({ days: takesWholeDays ? 1 : 0 })
    .toString()
    .slice(0, 16);
}

/** The days of an event and its minutes on each, computed one occurrence at a time. */
function* plainly(event: Planned, index: number, from: Temporal.PlainDate, to: Temporal.PlainDate) {
  for (let starts = startOf(event); Temporal.PlainDate.compare(starts.toPlainDate(), to) <= 0; ) {
    const ends = starts.add({ minutes: event.length });
    for (let day = from; Temporal.PlainDate.compare(day, to) <= 0; day = day.add({ days: 1 })) {
      const [midnight, next] = [day.toPlainDateTime(), day.add({ days: 1 }).toPlainDateTime()];
      const isOn =
        Temporal.PlainDateTime.compare(starts, next) < 0 &&
        Temporal.PlainDateTime.compare(ends, midnight) > 0;
      if (isOn)
        yield `Event ${index} ${day} from ${starts.toString().slice(0, 16)} to ${shownEnd(event, ends)}`;
    }
    if (event.every === null) return;
    starts = starts.add({ days: event.every });
  }
}

/** The long form plans 300 new families. The short form always plans the same ones. */
const runs = inLong({ numRuns: 300 }, { numRuns: 20, seed: 20261120 });

it("agrees with a simple implementation", { timeout: 240_000 }, async () => {
  const range = fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 41 }));
  await fc.assert(
    fc.asyncProperty(fc.array(planned, { maxLength: 5 }), range, async (events, [start, length]) => {
      anna = await signUp(server());
      await Promise.all(events.map(save));
      const from = firstDay.add({ days: start });
      const to = from.add({ days: length });
      const days = await daysOf(anna, from.toString(), to.toString());
      const shown = days.map((one) => `${one.title} ${one.date} from ${one.startDate} to ${one.endDate}`);
      const expected = events.flatMap((event, index) => [...plainly(event, index, from, to)]);
      expect(shown.sort()).toEqual(expected.sort());
      const inOrder = days.map(({ date, startTime }) => `${date} ${startTime}`);
      expect(inOrder).toEqual([...inOrder].sort());
      expect(new Set(days.map(({ id, date }) => `${id} ${date}`)).size).toBe(days.length);
    }),
    runs,
  );
});
