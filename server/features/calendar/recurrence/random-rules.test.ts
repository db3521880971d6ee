// Compares random rules over clock changes with another library, rrule-temporal: 1,020 in `npm test`, 10,002
// in `npm run proof`.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inLong } from "#tests/support/long-form.ts";
import { changes, type RandomSeries, randomSeries } from "#tests/support/random-rules.ts";
import { referenceOf, ruleText } from "#tests/support/rule-reference.ts";
import { clockOf, repetitionsOf } from "./repetitions.ts";
import { ruleOf } from "./rules.ts";

/** The years ahead in which each rule is compared. */
const reach: Record<string, Temporal.DurationLike> = {
  YEARLY: { years: 4 },
  MONTHLY: { years: 2 },
  WEEKLY: { years: 1 },
  DAILY: { months: 8 },
  HOURLY: { days: 10 },
  MINUTELY: { hours: 12 },
  SECONDLY: { minutes: 20 },
};

const pastOf = ({ start, parts }: RandomSeries) =>
  Temporal.PlainDateTime.from(start)
    .add(reach[parts.FREQ ?? ""] ?? {})
    .toString({ smallestUnit: "second" });

function oursOf({ start, timeZone, parts }: RandomSeries, before: string): number[] {
  const clock = clockOf(timeZone);
  const times = repetitionsOf({ rule: ruleOf(ruleText(parts)), start, clock }, { from: start, before });
  return [...times].map(clock).toSorted((one, other) => one - other);
}

const maxStarts = 100;
const zones = Object.keys(changes).filter((name): name is keyof typeof changes => name in changes);

describe("every random rule agrees with another library", () => {
  test.each(zones)("in %s", { timeout: 280_000 }, (timeZone) => {
    const alike = (series: RandomSeries) => {
      const past = pastOf(series);
      expect(oursOf(series, past).slice(0, maxStarts)).toEqual(referenceOf(series, past).slice(0, maxStarts));
    };
    // A fixed seed produces the same rules every time.
    fc.assert(fc.property(randomSeries(timeZone), alike), {
      seed: 5545,
      numRuns: inLong(1_667, 170),
    });
  });
});
