// Rules by which an event repeats (RFC 5545), as far as the form can make them.
import { Invalid } from "../errors.ts";
import { anyClock } from "../recurrence/clocks.ts";
import { repetitionsOf } from "../recurrence/repetitions.ts";
import { ruleOf } from "../recurrence/rules.ts";

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
const order = ["FREQ", "INTERVAL", "BYDAY", "BYMONTHDAY", "UNTIL"];

const refusal = (message: string) => new Invalid(message, { recurrence: message });

const pairsOf = (rule: string) => rule.split(";").map((part) => part.split("="));

function isKnown(rule: string): boolean {
  const pairs = pairsOf(rule);
  const said = new Map(pairs.map(([name = "", value = ""]) => [name, value]));
  const may = parts.get(said.get("FREQ") ?? "");
  if (!may || said.size < pairs.length || (said.has("BYDAY") && said.has("BYMONTHDAY"))) return false;
  return pairs.every(([name = "", value = "", ...more]) => more.length === 0 && may[name]?.test(value));
}

/** The rule as it is kept; anything that the form cannot make is refused. */
export function knownRule(typed: string): string {
  const rule = typed
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, "");
  if (!isKnown(rule)) throw refusal("Please choose one of the ways to repeat that the form offers.");
  return pairsOf(rule)
    .map((pair) => pair.join("="))
    .filter((pair) => pair !== "INTERVAL=1")
    .toSorted(
      (one, other) => order.indexOf(one.split("=")[0] ?? "") - order.indexOf(other.split("=")[0] ?? ""),
    )
    .join(";");
}

/** On the family's clock: YYYY-MM-DD HH:MM:SS, as the database has it. */
function times(rule: string, start: string, from: string, before: string): IteratorObject<string> {
  const written = (time: string) => time.replace(" ", "T");
  const series = { rule: ruleOf(rule), start: written(start), clock: anyClock };
  const window = { from: written(from > start ? from : start), before: written(before) };
  return repetitionsOf(series, window).map((time) => time.replace("T", " "));
}

const mostAtOnce = 500;

function isOver(rule: string, before: string): boolean {
  const { until } = ruleOf(rule);
  return until !== "" && until < before.slice(0, 10).replaceAll("-", "");
}

/** When an event starts again and again, at most 500 times, and until when that is all of them. */
export function repetitions(
  rule: string,
  { start, from, before }: { start: string; from: string; before: string },
): { starts: string[]; knownUntil: string } {
  const starts = times(rule, start, from, before)
    .take(mostAtOnce + 1)
    .toArray();
  const knownUntil = starts[mostAtOnce] ?? (isOver(rule, before) ? "infinity" : before);
  return { starts: starts.slice(0, mostAtOnce), knownUntil };
}

const dayAfter = (day: string): string => Temporal.PlainDate.from(day).add({ days: 1 }).toString();

/** On which of these days the rule holds. */
export function daysHeld(rule: string, start: string, days: readonly string[]): string[] {
  const [first, last] = [days.toSorted().at(0), days.toSorted().at(-1)];
  if (first === undefined || last === undefined) return [];
  const held = new Set(
    times(rule, start, `${first} 00:00:00`, dayAfter(last)).map((time) => time.slice(0, 10)),
  );
  return days.filter((day) => held.has(day));
}

// No rule of the form waits longer: every 99 months on the 31st.
const longestWait = { years: 100 };

/** The first time at which the rule holds, from `start` on. */
export function firstTime(rule: string, start: string): string {
  const before = Temporal.PlainDate.from(start.slice(0, 10)).add(longestWait).toString();
  const [first] = times(rule, start, start, before).take(1);
  if (!first) throw refusal("It would end before it begins. Please choose a later last day.");
  return first;
}
