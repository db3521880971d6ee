// Asks an independent library, rrule-temporal, for the occurrences of a rule. Where it departs from RFC 5545,
// it is asked in a way that avoids the departure, and `departure` names the reason.
import { RRuleTemporal } from "rrule-temporal";
import { dayMs } from "#contract/durations.ts";
import { dayAt, weekYearOf } from "#server/features/calendar/recurrence/candidates.ts";
import type { Parts, RandomSeries } from "./random-rules.ts";

export const ruleText = (parts: Parts): string =>
  Object.entries(parts)
    .map(([name, value]) => `${name}=${value}`)
    .join(";");

const without = (parts: Parts, ...names: string[]): Parts =>
  Object.fromEntries(Object.entries(parts).filter(([name]) => !names.includes(name)));

type Asked = Pick<RandomSeries, "start" | "timeZone" | "parts">;

/** Occurrences up to a time, as instants in milliseconds. */
function ask({ start, timeZone, parts }: Asked, past: string): number[] {
  const from = Temporal.PlainDateTime.from(start).toZonedDateTime(timeZone);
  const to = Temporal.PlainDateTime.from(past).toZonedDateTime(timeZone).subtract({ seconds: 1 });
  const rule = new RRuleTemporal({ rruleString: ruleText(parts), dtstart: from, cache: false });
  return rule.between(from, to, true).map(({ epochMilliseconds }) => epochMilliseconds);
}

const weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];
const names = ["BYWEEKNO", "BYYEARDAY", "BYMONTHDAY", "BYDAY"];

const isShort = ({ FREQ = "" }: Parts) => /^(?:HOURLY|MINUTELY|SECONDLY)$/.test(FREQ);

/** A yearly rule with parts that the library doesn't combine. */
function isCombined({ FREQ, BYDAY = "", BYWEEKNO, BYYEARDAY, BYMONTHDAY }: Parts): boolean {
  if (FREQ !== "YEARLY") return false;
  const given = [BYWEEKNO, BYYEARDAY, BYMONTHDAY].filter(Boolean).length;
  const hasOrdinal = /\d/.test(BYDAY);
  const isMixed = hasOrdinal && BYDAY.split(",").some((day) => !/\d/.test(day));
  return given > 1 || isMixed || Boolean(BYYEARDAY && BYDAY) || Boolean(BYMONTHDAY && hasOrdinal);
}

/** Week years start with week 1, so January 1, 2012 is in week 52 of 2011. */
function isOfOtherYear({ start, parts: { BYWEEKNO, INTERVAL, WKST = "MO" } }: RandomSeries): boolean {
  const day = dayAt(Math.floor(Date.parse(`${start}Z`) / dayMs));
  return Boolean(BYWEEKNO && INTERVAL) && weekYearOf(day, weekdays.indexOf(WKST)) !== day.year;
}

const everyDay = { BYDAY: "MO,TU,WE,TH,FR,SA,SU" };

/** Evaluates each part alone and intersects the results. For BYDAY it unites the results of its days. */
function combined({ start, parts }: RandomSeries, past: string): number[] {
  const bare = without(parts, "INTERVAL", "COUNT", "UNTIL", "BYSETPOS", ...names);
  const first = `${start.slice(0, 4)}-01-01${start.slice(10)}`;
  // Extends to the end of a year, so that positions can be counted from there.
  const end = `${Number(past.slice(0, 4)) + 2}-01-01T00:00:00`;
  const alone = (part: Parts) => ask({ start: first, timeZone: "UTC", parts: { ...bare, ...part } }, end);
  const isWeekAlone = names.every((name) => Boolean(parts[name]) === (name === "BYWEEKNO"));
  const ownDay: Parts = isWeekAlone ? { BYDAY: weekdays[new Date(`${start}Z`).getUTCDay()] ?? "" } : {};
  const sets = names.flatMap((name) => {
    const value = parts[name] ?? ownDay[name];
    if (!value) return [];
    if (name !== "BYDAY") return [alone({ [name]: value, ...(name === "BYWEEKNO" && everyDay) })];
    return [[...new Set(value.split(",").flatMap((day) => alone({ BYDAY: day })))]];
  });
  const [one = [], ...others] = sets.map((set) => new Set(set));
  const common = [...one]
    .filter((time) => others.every((other) => other.has(time)))
    .toSorted((a, b) => a - b);
  return selected(common, parts, start);
}

/** Keeps every n-th year, and in each year only the requested positions. */
function selected(
  times: readonly number[],
  { BYWEEKNO, WKST, INTERVAL, BYSETPOS }: Parts,
  start: string,
): number[] {
  const weekStart = weekdays.indexOf(WKST ?? "MO");
  const yearOf = (time: number) => {
    const day = dayAt(Math.floor(time / dayMs));
    return BYWEEKNO ? weekYearOf(day, weekStart) : day.year;
  };
  const years = Map.groupBy(times, yearOf);
  const startYear = yearOf(Date.parse(`${start}Z`));
  const kept = [...years].filter(([year]) => (year - startYear) % Number(INTERVAL ?? 1) === 0);
  if (!BYSETPOS) return kept.flatMap(([, each]) => each);
  const places = BYSETPOS.split(",").map(Number);
  return kept.flatMap(([, each]) =>
    each.filter((_, at) => places.includes(at + 1) || places.includes(at - each.length)),
  );
}

/** Evaluates the rule on a clock without changes first, and converts the times to the zone afterwards. */
function onWall(series: RandomSeries, past: string): number[] {
  const { start, parts, timeZone } = series;
  const all =
    isCombined(parts) || isOfOtherYear(series)
      ? combined(series, past)
      : ask({ start, timeZone: "UTC", parts: without(parts, "COUNT", "UNTIL") }, past);
  const times = all
    .filter((time) => time >= Date.parse(`${start}Z`) && time < Date.parse(`${past}Z`))
    .slice(0, Number(parts.COUNT ?? all.length));
  const instants = times.map((time) => {
    const wall = new Date(time).toISOString().slice(0, 19);
    return Temporal.PlainDateTime.from(wall).toZonedDateTime(timeZone).epochMilliseconds;
  });
  const until = parts.UNTIL ? Temporal.Instant.from(parts.UNTIL).epochMilliseconds : Number.POSITIVE_INFINITY;
  return [...new Set(instants)].filter((instant) => instant <= until).toSorted((a, b) => a - b);
}

function meetsSkipped({ start, timeZone, parts }: RandomSeries, past: string): boolean {
  const walls = ask({ start, timeZone: "UTC", parts: without(parts, "COUNT", "UNTIL") }, past);
  return walls.some((time) => {
    const wall = Temporal.PlainDateTime.from(new Date(time).toISOString().slice(0, 19));
    return !wall.toZonedDateTime(timeZone).toPlainDateTime().equals(wall);
  });
}

/** Why the library can't be asked in the series' own zone. */
function departure(series: RandomSeries, past: string): string | undefined {
  if (isShort(series.parts)) return "it counts hours, minutes and seconds that no clock on the wall shows";
  if (isCombined(series.parts)) return "it does not apply the parts of a yearly rule to one another";
  if (isOfOtherYear(series)) return "it counts from the calendar year of a start whose week is of another";
  return meetsSkipped(series, past) ? "it leaves out times that the clocks skip" : undefined;
}

export const referenceOf = (series: RandomSeries, past: string): number[] =>
  departure(series, past) ? onWall(series, past) : ask(series, past);
