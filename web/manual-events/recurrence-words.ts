import { dayOfMonth, monthAndDay, weekday } from "#web/ui/time/clock.ts";
import { shortDay } from "#web/ui/time/dates.ts";

/** Weekdays as rules name them, in the order of a week. */
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
  /** "TU", or of a month "3TU" and "-1TU". */
  days: string[];
  /** YYYY-MM-DD, empty when it goes on and on. */
  until: string;
}

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
    until: (parts.get("UNTIL") ?? "").replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3"),
  };
}

const list = new Intl.ListFormat("en-US");
const places = ["first", "second", "third", "fourth"];
const endings: Record<string, string> = { one: "st", two: "nd", few: "rd" };
const ordinal = new Intl.PluralRules("en-US", { type: "ordinal" });

const nameOf = (day: string) => weekdays.find(({ value }) => day.endsWith(value))?.label ?? "";

/** "the 24th" */
export function dateInMonth(day: string): string {
  const number = dayOfMonth(day);
  return `the ${number}${endings[ordinal.select(Number(number))] ?? "th"}`;
}

/** "the third Tuesday", "the last Friday" */
export const placeInMonth = (day: string) =>
  `the ${places[Number.parseInt(day, 10) - 1] ?? "last"} ${nameOf(day)}`;

/** The weekday of a day as a rule names it in its month: "3TU"; nothing for a fifth one. */
export function countedWeekday(day: string): string | undefined {
  const place = Math.ceil(Number(dayOfMonth(day)) / 7);
  return place < 5 ? `${place}${weekdayOf(day)}` : undefined;
}

/** "-1TU" for one of the last seven days of its month. */
export function lastWeekday(day: string): string | undefined {
  const inAWeek = new Date(Date.parse(day) + 7 * 86_400_000).toISOString();
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

function onWhich({ frequency, days: [day, ...more] }: Rule, start: string): string {
  if (frequency === "WEEKLY") return ` on ${list.format([day ?? weekdayOf(start), ...more].map(nameOf))}`;
  if (frequency === "MONTHLY") return ` on ${day ? placeInMonth(day) : dateInMonth(start)}`;
  return frequency === "YEARLY" ? ` on ${monthAndDay(start)}` : "";
}

/** "Every week on Tuesday, until Dec 22, 2026"; `start` is the first day. */
export function recurrenceWords(recurrence: string, start: string): string {
  const rule = readRule(recurrence);
  const until = rule.until && `, until ${shortDay(rule.until)}`;
  return howOften(rule.frequency, rule.interval) + onWhich(rule, start) + until;
}
