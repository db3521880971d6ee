// Normalizes the rule by which an event repeats. Every rule of RFC 5545 is supported that repeats daily or less often.
import { Invalid } from "#server/platform/errors.ts";
import { ruleOf } from "../recurrence/rules.ts";
import { lastDayIn } from "../recurrence/whole-days.ts";

export const refusal = (message: string) => new Invalid(message, { recurrence: message });

const senseless = () =>
  refusal("Calendars don't understand this rule (RFC 5545). Please check how it repeats.");

const frequencies = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"];
/** The parts, in the order in which they are stored. */
const order = [
  ...["FREQ", "INTERVAL", "BYMONTH", "BYWEEKNO", "BYYEARDAY", "BYDAY", "BYMONTHDAY", "BYHOUR", "BYMINUTE"],
  ...["BYSECOND", "BYSETPOS", "WKST", "COUNT", "UNTIL"],
];
/** The frequencies that a part goes with, unless it goes with all (3.3.10). */
const only: Record<string, readonly string[]> = {
  BYWEEKNO: ["YEARLY"],
  BYYEARDAY: ["YEARLY"],
  BYMONTHDAY: ["DAILY", "MONTHLY", "YEARLY"],
};

type Parts = ReadonlyMap<string, string>;

function partsOf(rule: string): Parts {
  const pairs = rule.split(";").map((part) => part.split("="));
  const parts = new Map(pairs.map(([name = "", value = ""]) => [name, value.replaceAll("+", "")]));
  const isPlain = pairs.every(
    ([name = "", value, ...more]) => value && more.length === 0 && order.includes(name),
  );
  if (!isPlain || parts.size < pairs.length) throw senseless();
  return parts;
}

function refuseMixture(parts: Parts): void {
  const frequency = parts.get("FREQ") ?? "";
  const misplaced = [...parts.keys()].some((name) => only[name] && !only[name].includes(frequency));
  const isCounted = /\d/.test(parts.get("BYDAY") ?? "");
  const mayCount = frequency === "MONTHLY" || (frequency === "YEARLY" && !parts.has("BYWEEKNO"));
  const hasNothingToCount =
    parts.has("BYSETPOS") && ![...parts.keys()].some((name) => /^BY(?!SETPOS)/.test(name));
  const isTwiceEnded = parts.has("COUNT") && parts.has("UNTIL");
  const isZeroth = /(?:^|,)-?0/.test(parts.get("BYDAY") ?? "");
  if (misplaced || (isCounted && !mayCount) || hasNothingToCount || isTwiceEnded || isZeroth)
    throw senseless();
}

export const maxTimesADay = 24;

const countOf = (values = ""): number => new Set(values.split(",")).size;

function refuseOtherTimes(parts: Parts, isAllDay: boolean): void {
  if (!frequencies.includes(parts.get("FREQ") ?? ""))
    throw refusal("Events repeat daily, weekly, monthly or yearly. Please choose one of them.");
  if (!/^0*$/.test(parts.get("BYSECOND") ?? ""))
    throw refusal("Events start on a whole minute. Please leave out BYSECOND.");
  if (isAllDay && [...parts.keys()].some((name) => /^BY(?:HOUR|MINUTE|SECOND)$/.test(name)))
    throw refusal("An all-day event has no hours. Please leave them out of the rule.");
  if (countOf(parts.get("BYHOUR")) * countOf(parts.get("BYMINUTE")) > maxTimesADay)
    throw refusal(`An event can repeat at most ${maxTimesADay} times a day. Please choose fewer times.`);
}

/** The start of a repeating event on the family's clock, YYYY-MM-DD HH:MM:SS. */
export interface Beginning {
  readonly start: string;
  readonly isAllDay: boolean;
  readonly timeZone: string;
}

/** Whether the rule itself names times of day. */
export const hasOwnTimes = (rule: string): boolean => /(?:^|;)BY(?:HOUR|MINUTE)=/.test(rule);

function clockTimeOf(until: string, timeZone: string): Temporal.PlainDateTime {
  const iso = until.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)/, "$1-$2-$3T$4:$5:$6");
  return iso.endsWith("Z")
    ? Temporal.Instant.from(iso).toZonedDateTimeISO(timeZone).toPlainDateTime()
    : Temporal.PlainDateTime.from(iso);
}

const compact = (time: string): string => time.replace(/[-:]/g, "");

/** The form only knows a last day. A time on the family's clock is kept only if a day has several occurrences. */
function untilOf(until: string, rule: string, { start, isAllDay, timeZone }: Beginning): string {
  // Throws if there is no such day.
  Temporal.PlainDate.from(until.slice(0, 8));
  if (!until.includes("T")) return until;
  if (isAllDay) return lastDayIn(until, timeZone);
  const last = clockTimeOf(until, timeZone);
  if (hasOwnTimes(rule)) return compact(last.toString({ smallestUnit: "second" }));
  const isIncluded = last.toPlainTime().toString({ smallestUnit: "second" }) >= start.slice(11);
  return compact(
    last
      .toPlainDate()
      .subtract({ days: isIncluded ? 0 : 1 })
      .toString(),
  );
}

function keptParts(parts: Parts, rule: string, beginning: Beginning): string {
  const kept = new Map(parts);
  kept.delete("BYSECOND");
  if (kept.get("INTERVAL") === "1") kept.delete("INTERVAL");
  if (kept.get("WKST") === "MO") kept.delete("WKST");
  const until = parts.get("UNTIL");
  if (until) kept.set("UNTIL", untilOf(until, rule, beginning));
  return order.flatMap((name) => (kept.has(name) ? [`${name}=${kept.get(name)}`] : [])).join(";");
}

/** Normalizes a rule for storing, and refuses one that is not valid by RFC 5545. */
export function storedRule(typed: string, beginning: Beginning): string {
  const rule = typed
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, "");
  const parts = partsOf(rule);
  refuseOtherTimes(parts, beginning.isAllDay);
  refuseMixture(parts);
  try {
    ruleOf(rule);
    return keptParts(parts, rule, beginning);
  } catch {
    throw senseless();
  }
}
