// Reads what somebody texts back. text-answers.ts acts on it.
import type { NewHelpPromise } from "#contract/help/promises.ts";
import type { Verdict } from "#contract/help/request-state.ts";

export type TextedAnswer =
  | { readonly kind: "help" }
  | { readonly kind: "promise"; readonly promise: NewHelpPromise }
  | { readonly kind: "verdict"; readonly verdict: Verdict }
  /** Somebody wants to help, but we cannot read the time. */
  | { readonly kind: "unclear" };

const help = /^1(?:[\s,]+(?<rest>.*))?$/;
const calling = /^(i'?m )?call(ing)?( you| now)*$|^now$/;
const coming = /^(i'?m )?(coming|on my way|omw)( now)?$/;
const minutes = /^(?:in )?(?<count>\d{1,4}) ?(?:m|mins?|minutes?)?$/;
const hours = /^(?:in )?(?<count>an?|\d{1,2}) ?(?:h|hrs?|hours?)$/;
const clock = /^(?:at )?(?<hour>\d{1,2})(?:[:.](?<minute>\d{2}))? ?(?<half>am|pm)?$/;
const meansTime = /^(at|in)\b|^\d/;

const verdicts: readonly (readonly [RegExp, Verdict])[] = [
  [/^2$|^(it'?s )?(a )?scam$/, "SCAM"],
  [/^3$|^(it'?s )?fine$/, "FINE"],
];

/** Phones capitalize words and append a period, and write an apostrophe in their own way. */
const plain = (words: string): string =>
  words
    .toLowerCase()
    .replaceAll("’", "'")
    .replace(/\b([ap])\.m\b\.?/g, "$1m")
    .replace(/\s+/g, " ")
    .replace(/[\s.!]+$/, "")
    .trim();

/** The hours of the day that a typed hour can mean: "5" is five in the morning or in the afternoon. */
function hoursOf(hour: number, half: string | undefined): number[] {
  if (half) return hour >= 1 && hour <= 12 ? [(hour % 12) + (half === "pm" ? 12 : 0)] : [];
  if (hour >= 1 && hour <= 12) return [hour % 12, (hour % 12) + 12];
  return hour <= 23 ? [hour] : [];
}

/** The next time that the clock shows this, today or tomorrow. */
function nextTime(typed: Record<string, string>, now: Temporal.ZonedDateTime): string | undefined {
  const { hour: typedHour, minute: typedMinute, half } = typed;
  const minute = Number(typedMinute ?? 0);
  if (minute > 59) return undefined;
  const onSomeDay = hoursOf(Number(typedHour), half).flatMap((hour) =>
    [0, 1].map((days) => now.add({ days }).withPlainTime({ hour, minute })),
  );
  const [next] = onSomeDay
    .filter((time) => Temporal.ZonedDateTime.compare(time, now) > 0)
    .sort(Temporal.ZonedDateTime.compare);
  return next && new Date(next.epochMilliseconds).toISOString();
}

const promise = (promised: NewHelpPromise): TextedAnswer => ({ kind: "promise", promise: promised });

function inMinutes(count: number): TextedAnswer {
  const isWithinADay = count >= 1 && count <= 24 * 60;
  return isWithinADay ? promise({ kind: "CALL_AT", minutes: count }) : { kind: "unclear" };
}

function readTime(rest: string, now: Temporal.ZonedDateTime): TextedAnswer | undefined {
  const { count: typedMinutes } = minutes.exec(rest)?.groups ?? {};
  if (typedMinutes) return inMinutes(Number(typedMinutes));
  const { count: typedHours } = hours.exec(rest)?.groups ?? {};
  if (typedHours) return inMinutes(60 * (typedHours.startsWith("a") ? 1 : Number(typedHours)));
  const at = nextTime(clock.exec(rest)?.groups ?? {}, now);
  if (at) return promise({ kind: "CALL_AT", at });
  return meansTime.test(rest) ? { kind: "unclear" } : undefined;
}

/**
 * Reads an answer. `now` is on the clock that a time without a zone refers to. Returns undefined if the words are not
 * an answer.
 */
export function readAnswer(words: string, now: Temporal.ZonedDateTime): TextedAnswer | undefined {
  const said = plain(words);
  const [, verdict] = verdicts.find(([pattern]) => pattern.test(said)) ?? [];
  if (verdict) return { kind: "verdict", verdict };
  const helping = help.exec(said);
  if (!helping) return undefined;
  const { rest = "" } = helping.groups ?? {};
  if (rest === "") return { kind: "help" };
  if (calling.test(rest)) return promise({ kind: "CALLING" });
  if (coming.test(rest)) return promise({ kind: "COMING" });
  return readTime(rest, now);
}
