import { dayMs } from "../durations.ts";
import { clockTime, dayOfMonth, monthAndDay, shortDay, weekday } from "../time-words.ts";

/** The weekdays of RFC 5545, in the order of a week. */
export const weekdays = [
  { value: "SU", label: "Sunday" },
  { value: "MO", label: "Monday" },
  { value: "TU", label: "Tuesday" },
  { value: "WE", label: "Wednesday" },
  { value: "TH", label: "Thursday" },
  { value: "FR", label: "Friday" },
  { value: "SA", label: "Saturday" },
] as const;

export interface Rule {
  frequency: string;
  interval: number;
  /** "TU", or within a month "3TU" or "-1TU". */
  days: string[];
  /** YYYY-MM-DD, or empty when the series has no end. */
  until: string;
  /** The parts that the form cannot express, such as "BYMONTH" with "1,7". */
  more: ReadonlyMap<string, string>;
}

const ofForm = ["FREQ", "INTERVAL", "BYDAY", "UNTIL"];

export function readRule(recurrence: string): Rule {
  const parts = new Map(
    recurrence
      .split(";")
      .map((part) => part.split("="))
      .map(([name, value = ""]) => [name, value]),
  );
  return {
    frequency: parts.get("FREQ") ?? "",
    interval: Number(parts.get("INTERVAL") ?? 1),
    days: parts.get("BYDAY")?.split(",") ?? [],
    until: (parts.get("UNTIL") ?? "").replace(/^(\d{4})(\d\d)(\d\d).*$/, "$1-$2-$3"),
    more: new Map(
      [...parts].flatMap(([name, value]) => (name && !ofForm.includes(name) ? [[name, value]] : [])),
    ),
  };
}

const list = new Intl.ListFormat("en-US");
const places = ["first", "second", "third", "fourth"];
const endings: Record<string, string> = { one: "st", two: "nd", few: "rd" };
const ordinal = new Intl.PluralRules("en-US", { type: "ordinal" });

const nameOf = (day: string) => weekdays.find(({ value }) => day.endsWith(value))?.label ?? "";

/** "24th" */
const nth = (number: number): string => `${number}${endings[ordinal.select(number)] ?? "th"}`;

/** "24th", or from the end "last" and "2nd to last" */
function place(number: number): string {
  if (number > 0) return nth(number);
  return number === -1 ? "last" : `${nth(-number)} to last`;
}

/** "the 24th" */
export const dateInMonth = (day: string): string => `the ${nth(Number(dayOfMonth(day)))}`;

/** "the third Tuesday", "the last Friday" */
export function placeInMonth(day: string): string {
  const number = Number.parseInt(day, 10);
  return `the ${places[number - 1] ?? place(number)} ${nameOf(day)}`;
}

/** The weekday within its month, such as "3TU". Undefined for a fifth one. */
export function countedWeekday(day: string): string | undefined {
  const place = Math.ceil(Number(dayOfMonth(day)) / 7);
  return place < 5 ? `${place}${weekdayOf(day)}` : undefined;
}

/** "-1TU" for one of the last seven days of its month. */
export function lastWeekday(day: string): string | undefined {
  const inAWeek = new Date(Date.parse(day) + 7 * dayMs).toISOString();
  return inAWeek.slice(0, 7) === day.slice(0, 7) ? undefined : `-1${weekdayOf(day)}`;
}

export const weekdayOf = (day: string): string =>
  weekdays.find(({ label }) => label === weekday(day))?.value ?? "";

const units: Record<string, string> = { DAILY: "day", WEEKLY: "week", MONTHLY: "month", YEARLY: "year" };

/** "Every day", "Every 2 weeks" */
export function howOften(frequency: string, interval: number): string {
  const unit = units[frequency] ?? "";
  return interval > 1 ? `Every ${interval} ${unit}s` : `Every ${unit}`;
}

const numbersIn = ({ more }: Rule, name: string): number[] => more.get(name)?.split(",").map(Number) ?? [];

const monthName = (month: number) =>
  monthAndDay(`2026-${String(month).padStart(2, "0")}-01`).split(" ")[0] ?? "";

/** " in January and July" */
function inWhich(rule: Rule): string {
  const months = numbersIn(rule, "BYMONTH").map(monthName);
  const weeks = numbersIn(rule, "BYWEEKNO").map((week) => `the ${place(week)} week of the year`);
  return [months, weeks].map((names) => (names.length > 0 ? ` in ${list.format(names)}` : "")).join("");
}

/** "Tuesday", "the last Friday"; for a yearly rule without months "the 20th Monday of the year" */
function dayWords({ frequency, more }: Rule, day: string): string {
  if (!/\d/.test(day)) return nameOf(day);
  const isOfYear = frequency === "YEARLY" && !more.has("BYMONTH");
  return placeInMonth(day) + (isOfYear ? " of the year" : "");
}

const ofMonth = (date: number): string => `the ${place(date)}${date < 0 ? " day of the month" : ""}`;

/** The days that the rule names, grouped by kind: a Friday, the 13th. */
const namedDays = (rule: Rule): string[][] =>
  [
    rule.days.map((day) => dayWords(rule, day)),
    numbersIn(rule, "BYMONTHDAY").map(ofMonth),
    numbersIn(rule, "BYYEARDAY").map((day) => `the ${place(day)} day of the year`),
  ].filter((kind) => kind.length > 0);

/** The parts that a rule leaves out follow from its first day. */
function ownDay({ frequency, more }: Rule, start: string): string {
  if (frequency === "WEEKLY" || more.has("BYWEEKNO")) return weekday(start);
  if (frequency === "MONTHLY" || (frequency === "YEARLY" && more.has("BYMONTH"))) return dateInMonth(start);
  return frequency === "YEARLY" ? monthAndDay(start) : "";
}

/** " on Friday, when it is the 13th" */
function onWhich(rule: Rule, start: string): string {
  const [first, ...others] = namedDays(rule).map((kind) => list.format(kind));
  const day = first ?? ownDay(rule, start);
  return (day && ` on ${day}`) + others.map((other) => `, when it is ${other}`).join("");
}

const onlyWhich = (rule: Rule): string => {
  const places = numbersIn(rule, "BYSETPOS").map(place);
  return places.length > 0 ? `, only the ${list.format(places)} of these` : "";
};

/** " at 9:00 AM and 5:00 PM" */
function atWhich(rule: Rule, start: string): string {
  const [ownHour = 0, ownMinute = 0] = start.slice(11).split(":").map(Number);
  const [hours, minutes] = [numbersIn(rule, "BYHOUR"), numbersIn(rule, "BYMINUTE")];
  if (hours.length + minutes.length === 0) return "";
  const times = (hours.length > 0 ? hours : [ownHour]).flatMap((hour) =>
    (minutes.length > 0 ? minutes : [ownMinute]).map((minute) => clockTime(`${hour}:${minute}`)),
  );
  return ` at ${list.format(times)}`;
}

function howLong({ until, more }: Rule): string {
  const count = Number(more.get("COUNT") ?? 0);
  if (count > 0) return `, ${count === 1 ? "once" : `${count} times`}`;
  return until && `, until ${shortDay(until)}`;
}

const weekWords = ({ more }: Rule): string => {
  const first = more.get("WKST");
  return first ? `, with weeks that begin on ${nameOf(first)}` : "";
};

/** "Every week on Tuesday, until Dec 22, 2026". `start` is the first occurrence: a day, or YYYY-MM-DDTHH:MM. */
export function recurrenceWords(recurrence: string, start: string): string {
  const rule = readRule(recurrence);
  const day = start.slice(0, 10);
  const days = inWhich(rule) + onWhich(rule, day) + onlyWhich(rule) + atWhich(rule, start);
  return howOften(rule.frequency, rule.interval) + days + weekWords(rule) + howLong(rule);
}
