// Finds the times of a repeating event by its rule.
import { anyClock, repetitionsOf, repetitionsWithStart } from "../recurrence/repetitions.ts";
import { ruleOf } from "../recurrence/rules.ts";
import { hasOwnTimes, maxTimesADay, refusal } from "./rule-text.ts";

const isLeapDay = (start: string): boolean => start.slice(5, 10) === "02-29";
const otherParts = /;(?:BYMONTH=2|BYMONTHDAY=29)(?=;|$)/g;

/**
 * What a yearly event is about, such as a birthday, does not wait for the next leap year. RFC 7529 has "SKIP=BACKWARD"
 * for that, which calendar apps don't know. The last day of February means the same to all of them.
 */
export function withLeapDay(rule: string, start: string): string {
  const plain = rule.replace(otherParts, "");
  const isNamed = /;BYMONTH=2(?:;|$)/.test(rule) && /;BYMONTHDAY=29(?:;|$)/.test(rule);
  const isMeant = isNamed || (isLeapDay(start) && !/;BYMONTHDAY=/.test(rule));
  if (!isMeant || !/^FREQ=YEARLY(?!.*;BY(?!HOUR|MINUTE))/.test(plain)) return rule;
  return plain.replace("FREQ=YEARLY", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1");
}

type Expand = typeof repetitionsOf;

/**
 * Whether the count of a rule may be used up before a time. Where it cannot, nothing has to be counted from the start,
 * which may lie a century back.
 */
export function canRunOut(rule: string, start: string, before: string): boolean {
  const days = Temporal.PlainDate.from(start.slice(0, 10)).until(before.slice(0, 10), {
    largestUnit: "days",
  }).days;
  // The start takes place also where the rule does not hold.
  return ruleOf(rule).count <= (days + 2) * (hasOwnTimes(rule) ? maxTimesADay : 1) + 1;
}

/** Times are on the family's clock, YYYY-MM-DD HH:MM:SS, as in the database. */
function times(
  rule: string,
  start: string,
  from: string,
  before: string,
  expand: Expand = repetitionsWithStart,
): IteratorObject<string> {
  const endless = canRunOut(rule, start, before) ? rule : rule.replace(/;COUNT=\d+/, "");
  const written = (time: string) => time.replace(" ", "T");
  const series = { rule: ruleOf(withLeapDay(endless, start)), start: written(start), clock: anyClock };
  const window = { from: written(from > start ? from : start), before: written(before) };
  return expand(series, window).map((time) => time.replace("T", " "));
}

const maxBatch = 500;

function isOver(rule: string, before: string): boolean {
  const { until } = ruleOf(rule);
  return until !== "" && until < before.slice(0, 10).replaceAll("-", "");
}

/** Returns at most 500 starts, and the time up to which the list is complete. */
export function repetitions(
  rule: string,
  { start, from, before }: { start: string; from: string; before: string },
): { starts: string[]; expandedUntil: string } {
  const starts = times(rule, start, from, before)
    .take(maxBatch + 1)
    .toArray();
  const expandedUntil = starts[maxBatch] ?? (isOver(rule, before) ? "infinity" : before);
  return { starts: starts.slice(0, maxBatch), expandedUntil };
}

const dayAfter = (day: string): string => Temporal.PlainDate.from(day).add({ days: 1 }).toString();

const maxCounted = 5_000;

/** Only the wanted days are searched, because years of times can lie between them. A low count is counted from the start. */
function timesOn(days: readonly string[], rule: string, start: string): string[] {
  const [first = "", last = first] = [days.at(0), days.at(-1)];
  if (ruleOf(rule).count <= maxCounted) return [...times(rule, start, `${first} 00:00:00`, dayAfter(last))];
  const endless = rule.replace(/;COUNT=\d+/, "");
  return days.flatMap((day) => [...times(endless, start, `${day} 00:00:00`, dayAfter(day))]);
}

/** Returns those of the wanted days or times at which the rule holds. */
export function timesHeld(rule: string, start: string, wanted: readonly string[]): string[] {
  if (wanted.length === 0) return [];
  const names = new Set(wanted);
  const days = [...new Set(wanted.map((time) => time.slice(0, 10)))].toSorted();
  return timesOn(days, rule, start).filter((time) => names.has(time) || names.has(time.slice(0, 10)));
}

/**
 * Nobody plans further ahead. A rule that names times of day may have dozens of them a day, so a shorter period is
 * searched.
 */
const maxWait = (rule: string) => ({ years: hasOwnTimes(rule) ? 12 : 100 });

const lookedAt = (rule: string, start: string): string =>
  Temporal.PlainDate.from(start.slice(0, 10)).add(maxWait(rule)).toString();

/** Whether the event starts at a time at which its rule does not hold. It takes place then, too. */
export function isOffRule(rule: string, start: string): boolean {
  const [first] = times(rule, start, start, dayAfter(start.slice(0, 10)), repetitionsOf).take(1);
  return first !== start;
}

/** The last time of a rule with a count, or undefined if that is too far away for anybody to see. */
export function lastTime(rule: string, start: string): string | undefined {
  const { count } = ruleOf(rule);
  if (count > maxCounted) return undefined;
  const counted = times(rule, start, start, lookedAt(rule, start)).toArray();
  return counted.length === count ? counted.at(-1) : undefined;
}

export function refuseNeverHeld(rule: string, start: string): void {
  const [first] = times(rule, start, start, lookedAt(rule, start), repetitionsOf).take(1);
  if (first) return;
  throw refusal(
    /UNTIL=/.test(rule)
      ? "It would end before it begins. Please choose a later last day."
      : "With this rule, it would never happen. Please check how it repeats.",
  );
}
