// The times that a rule takes in one of its periods.
import { dayAt } from "./days.ts";
import { takesDay } from "./matching-days.ts";
import { type Period, secondsOfDay } from "./periods.ts";
import type { Rule } from "./rules.ts";

interface Unit {
  readonly seconds: number;
  /** How many of them make the next larger one. */
  readonly count: number;
}

const hour: Unit = { seconds: 3_600, count: 24 };
const minute: Unit = { seconds: 60, count: 60 };
const second: Unit = { seconds: 1, count: 60 };

function shownOf({ seconds, count }: Unit, time: number): number {
  const all = Math.floor(time / seconds);
  return all - Math.floor(all / count) * count;
}

/** Those that the rule names, or else the start's; within a period as short as the unit only its own. */
function shownIn(
  { from, past }: Period,
  unit: Unit,
  named: readonly number[],
  start: number,
): readonly number[] {
  if (past - from > unit.seconds) return named.length > 0 ? named : [shownOf(unit, start)];
  const own = shownOf(unit, from);
  return named.length === 0 || named.includes(own) ? [own] : [];
}

/** Seconds after midnight, in order. */
function timesOfDay(rule: Rule, period: Period, start: number): number[] {
  const minutes = shownIn(period, minute, rule.minutes, start);
  const seconds = shownIn(period, second, rule.seconds, start);
  return shownIn(period, hour, rule.hours, start).flatMap((h) =>
    minutes.flatMap((m) => seconds.map((s) => h * hour.seconds + m * minute.seconds + s)),
  );
}

/** Midnights, in order. */
function daysIn(rule: Rule, { from, past }: Period): number[] {
  const days: number[] = [];
  for (let day = Math.floor(from / secondsOfDay); day * secondsOfDay < past; day++)
    if (takesDay(rule, dayAt(day))) days.push(day * secondsOfDay);
  return days;
}

function atPositions(times: readonly number[], positions: readonly number[]): number[] {
  const found = positions.map((place) => times.at(place > 0 ? place - 1 : place));
  return [...new Set(found.filter((time) => time !== undefined))].toSorted((one, other) => one - other);
}

export function candidatesIn(rule: Rule, period: Period, start: number): readonly number[] {
  const days = daysIn(rule, period);
  if (days.length === 0) return days;
  const clockTimes = timesOfDay(rule, period, start);
  const times = days.flatMap((day) => clockTimes.map((time) => day + time));
  return rule.positions.length > 0 ? atPositions(times, rule.positions) : times;
}
