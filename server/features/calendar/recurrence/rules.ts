// Parses a recurrence rule (RFC 5545, section 3.3.10).

const frequencies = ["YEARLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY", "MINUTELY", "SECONDLY"] as const;
export type Frequency = (typeof frequencies)[number];

export interface RuleDay {
  /** 0 is Sunday. */
  readonly weekday: number;
  /** Its place in the month or year. Negative numbers count from the end, and 0 means every one. */
  readonly ordinal: number;
}

/** An empty list means that the part was not given. */
export interface Rule {
  readonly frequency: Frequency;
  readonly interval: number;
  readonly count: number;
  /** The end as written: a day, a time on the clock of the start, or a time in UTC. "" means never. */
  readonly until: string;
  /** The first weekday of a week. */
  readonly weekStart: number;
  readonly months: readonly number[];
  readonly weekNumbers: readonly number[];
  readonly yearDays: readonly number[];
  readonly monthDays: readonly number[];
  readonly days: readonly RuleDay[];
  readonly hours: readonly number[];
  readonly minutes: readonly number[];
  readonly seconds: readonly number[];
  readonly positions: readonly number[];
}

const weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];

type Said = ReadonlyMap<string, string>;

const refuse = (part: string) => new RangeError(`A rule that repeats can't have this ${part}.`);

function whole(text: string, part: string, min: number, max: number): number {
  const number = Number(text);
  if (!/^[+-]?\d+$/.test(text) || number < min || number > max) throw refuse(part);
  return number;
}

function numbers(said: Said, part: string, min: number, max: number): number[] {
  const list = said.get(part)?.split(",") ?? [];
  return list.map((text) => whole(text, part, min, max)).toSorted((one, other) => one - other);
}

/** They count from the beginning or, if negative, from the end, so none of them is zero. */
function places(said: Said, part: string, max: number): number[] {
  const found = numbers(said, part, -max, max);
  if (found.includes(0)) throw refuse(part);
  return found;
}

function dayOf(text: string): RuleDay {
  const [, ordinal = "", name = ""] = /^([+-]?\d{1,2})?(\w\w)$/.exec(text) ?? [];
  const weekday = weekdays.indexOf(name);
  if (weekday < 0) throw refuse("BYDAY");
  return { weekday, ordinal: ordinal ? whole(ordinal, "BYDAY", -53, 53) : 0 };
}

function frequencyOf(said: Said): Frequency {
  const found = frequencies.find((frequency) => frequency === said.get("FREQ"));
  if (!found) throw refuse("FREQ");
  return found;
}

function untilOf(said: Said): string {
  const until = said.get("UNTIL") ?? "";
  if (until && !/^\d{8}(?:T\d{6}Z?)?$/.test(until)) throw refuse("UNTIL");
  return until;
}

const partsOf = (text: string): Said =>
  new Map(
    text
      .trim()
      .toUpperCase()
      .replace(/^RRULE:/, "")
      .split(";")
      .map((part) => [part.split("=")[0] ?? "", part.split("=")[1] ?? ""]),
  );

/** We do not support other calendars' months or days that move instead of being left out (RFC 7529). */
function refuseOtherCalendars(said: Said): void {
  if ((said.get("RSCALE") ?? "GREGORIAN") !== "GREGORIAN") throw refuse("RSCALE");
  if ((said.get("SKIP") ?? "OMIT") !== "OMIT") throw refuse("SKIP");
}

/** Throws a RangeError for an invalid rule. Unknown parts such as X-NAME are ignored. */
export function ruleOf(text: string): Rule {
  const said = partsOf(text);
  refuseOtherCalendars(said);
  return {
    frequency: frequencyOf(said),
    interval: whole(said.get("INTERVAL") ?? "1", "INTERVAL", 1, 1e9),
    count: said.has("COUNT") ? whole(said.get("COUNT") ?? "", "COUNT", 1, 1e9) : Number.POSITIVE_INFINITY,
    until: untilOf(said),
    weekStart: dayOf(said.get("WKST") ?? "MO").weekday,
    months: numbers(said, "BYMONTH", 1, 12),
    weekNumbers: places(said, "BYWEEKNO", 53),
    yearDays: places(said, "BYYEARDAY", 366),
    monthDays: places(said, "BYMONTHDAY", 31),
    days: said.get("BYDAY")?.split(",").map(dayOf) ?? [],
    hours: numbers(said, "BYHOUR", 0, 23),
    minutes: numbers(said, "BYMINUTE", 0, 59),
    // Second 60 becomes the last one, because leap seconds are not supported (3.3.12).
    seconds: [...new Set(numbers(said, "BYSECOND", 0, 60).map((second) => Math.min(second, 59)))],
    positions: places(said, "BYSETPOS", 366),
  };
}
