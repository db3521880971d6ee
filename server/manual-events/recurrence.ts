// Rules by which an event repeats (RFC 5545), as far as the form can make them. ical.js does the counting.
import { Invalid } from "../errors.ts";

// 20 ms to load: at the first event that repeats, not at the start.
const library = async () => (await import("ical.js")).default;

const weekday = "(?:MO|TU|WE|TH|FR|SA|SU)";

const ofEvery = { FREQ: /./, INTERVAL: /^[1-9]\d?$/, UNTIL: /^\d{8}$/ };
const ofMonth = {
  BYDAY: new RegExp(`^(?:-1|[1-4])${weekday}$`),
  BYMONTHDAY: /^(?:[1-9]|[12]\d|3[01])$/,
};
/** What each frequency may say of itself. */
const parts = new Map<string, Record<string, RegExp>>([
  ["DAILY", ofEvery],
  ["WEEKLY", { ...ofEvery, BYDAY: new RegExp(`^${weekday}(?:,${weekday}){0,6}$`) }],
  ["MONTHLY", { ...ofEvery, ...ofMonth }],
  ["YEARLY", ofEvery],
]);

const refusal = (message: string) => new Invalid(message, { recurrence: message });

function isKnown(rule: string): boolean {
  const pairs = rule.split(";").map((part) => part.split("="));
  const said = new Map(pairs.map(([name = "", value = ""]) => [name, value]));
  const may = parts.get(said.get("FREQ") ?? "");
  if (!may || said.size < pairs.length || (said.has("BYDAY") && said.has("BYMONTHDAY"))) return false;
  return pairs.every(([name = "", value = "", ...more]) => more.length === 0 && may[name]?.test(value));
}

/** The rule as it is kept; anything that the form cannot make is refused. */
export async function knownRule(typed: string): Promise<string> {
  const rule = typed
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, "");
  if (!isKnown(rule)) throw refusal("Please choose one of the ways to repeat that the form offers.");
  return (await library()).Recur.fromString(rule).toString();
}

/** `UNTIL` is a day, and that day is included. */
async function iterate(rule: string, start: string) {
  const { Recur, Time } = await library();
  const recur = Recur.fromString(rule);
  if (recur.until)
    recur.until = Time.fromData({ ...recur.until.toJSON(), hour: 23, minute: 59, isDate: false });
  return recur.iterator(Time.fromDateTimeString(start.replace(" ", "T")));
}

const mostAtOnce = 500;

/** When an event starts again and again, at most 500 times, and until when that is all of them. */
export async function repetitions(
  rule: string,
  { start, from, before }: { start: string; from: string; before: string },
): Promise<{ starts: string[]; knownUntil: string }> {
  const iterator = await iterate(rule, start);
  const starts: string[] = [];
  for (let next = iterator.next(); next; next = iterator.next()) {
    const time = next.toString().replace("T", " ");
    if (time >= before) return { starts, knownUntil: before };
    if (starts.length === mostAtOnce) return { starts, knownUntil: time };
    if (time >= from) starts.push(time);
  }
  return { starts, knownUntil: "infinity" };
}

/** On which of these days the rule holds. */
export async function daysHeld(rule: string, start: string, days: readonly string[]): Promise<string[]> {
  if (days.length === 0) return [];
  const iterator = await iterate(rule, start);
  const last = days.toSorted().at(-1) ?? "";
  const held = new Set<string>();
  for (let next = iterator.next(); next; next = iterator.next()) {
    const day = next.toString().slice(0, 10);
    if (day > last) break;
    held.add(day);
  }
  return days.filter((day) => held.has(day));
}

/** The first time at which the rule holds, from `start` on. */
export async function firstTime(rule: string, start: string): Promise<string> {
  const first = (await iterate(rule, start)).next();
  if (!first) throw refusal("It would end before it begins. Please choose a later last day.");
  return first.toString().replace("T", " ");
}
