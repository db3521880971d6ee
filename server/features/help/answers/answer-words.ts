// Reads what somebody texts back. text-answers.ts acts on it.
import type { NewHelpPromise } from "#contract/help/promises.ts";
import type { Verdict } from "#contract/help/request-state.ts";
import { foldWords, receivedLines } from "#server/platform/messages/sms/received-words.ts";

export type TextedAnswer =
  | { readonly kind: "help" }
  | { readonly kind: "promise"; readonly promise: NewHelpPromise }
  | { readonly kind: "verdict"; readonly verdict: Verdict }
  /** Somebody wants to help, but we cannot read the time. */
  | { readonly kind: "unclear" };

const calling = /^(i'?m )?call(ing)?( you| now)*$|^now$/;
const coming = /^(i'?m )?(coming|on my way|omw)( now)?$/;
const minutes = /^(?:in )?(?<count>\d{1,4}) ?(?:m|mins?|minutes?)?$/;
const hours = /^(?:in )?(?<count>an?|\d{1,2}) ?(?:h|hrs?|hours?)$/;
const clock = /^(?:at )?(?<hour>\d{1,2})(?:[:.](?<minute>\d{2}))? ?(?<half>am|pm)?$/;
const meansTime = /^(at|in)\b|\d/;

const wordsOf = (words: string): ReadonlySet<string> => new Set(foldWords(words).split(" "));

/** "Yes" in several languages. Words that mean something else in another one are left out. "OK" may only mean "read". */
const yes = wordsOf(
  "yes yeah yep yup y si oui ja sim joo kyllä igen jah taip iva да ναι はい 是 是的 네 예 نعم כן",
);
/** "1 minute" is not the answer 1, and neither is "2 hours" the answer 2. */
const units = wordsOf(
  "m min mins minute minutes h hr hrs hour hours s sec secs second seconds am pm o'clock day days week weeks",
);
const otherNumbers = wordsOf("two three hundred thousand million billion");
const no = wordsOf(
  "no not never cannot cant dont wont unable busy scam fine nein nicht pas nao niet inte ikke nie",
);
const isNo = (word: string): boolean => no.has(word) || word.endsWith("n't");

/** How an answer may begin: with one of our numbers, a thumb, or the words of a button. */
const beginning =
  /^(?:#?(?<number>\d+)|(?<thumb>👍+)|(?<promise>i'?ll help|i will help|i can help)(?!\p{L})|(?<scam>(?:it'?s |this is |that'?s )?(?:a )?scam)(?!\p{L})|(?<fine>(?:it'?s )?fine)(?!\p{L})|(?<word>\p{L}+))/u;

/** A decimal, a time, a fraction, an amount or a letter directly after it makes it another number. */
const isPartOfMore = /^(?:[.,:'-]?\d|[%°$€£/+=]|\p{L})/u;
/** Phones send a reaction to a message as a text of its own: 👍 to “Rose needs help”. */
const isReaction = /^\s*\p{L}{1,8}\s*["“„«]|^\s*[“„«]|^\s+"|^\s*to\b/u;

/** The words without signs and emoji. A period or a colon stays inside a time. */
const plain = (words: string): string =>
  words
    .replace(/\b([ap])\.\s?m\b/g, "$1m")
    .replace(/[^\p{L}\p{N}':.]+/gu, " ")
    .replace(/[.:](?!\d)/g, " ")
    .split(" ")
    .filter((word) => word !== "")
    .join(" ");

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

/** Words before a time, such as "I'll call you at 5", and words that only repeat the yes. */
const beforeTime = /^(?:yes|ok|okay|sure|please|i'?ll|i will|i can|help|do it|call(?: you)?)(?: |$)/;

function withoutFiller(rest: string): string {
  let left = rest;
  while (beforeTime.test(left)) left = left.replace(beforeTime, "");
  return left;
}

function readPromise(rest: string, now: Temporal.ZonedDateTime): TextedAnswer | undefined {
  if (calling.test(rest)) return promise({ kind: "CALLING" });
  if (coming.test(rest)) return promise({ kind: "COMING" });
  return readTime(rest, now);
}

const helping: TextedAnswer = { kind: "help" };
const unclear: TextedAnswer = { kind: "unclear" };

/** Reads what follows a yes. */
function readHelp(rest: string, now: Temporal.ZonedDateTime): TextedAnswer | undefined {
  const left = withoutFiller(rest);
  if (left === "" || left === "1") return helping;
  // Two of our numbers: nobody can tell which of them is meant.
  if (left === "2" || left === "3") return unclear;
  const promised = calling.test(rest) ? promise({ kind: "CALLING" }) : readPromise(left, now);
  if (promised) return promised;
  const words = left.replace(/\bno (?:problem|worries)\b/g, "").split(" ");
  if (words.some((word) => isNo(word) || otherNumbers.has(word))) return undefined;
  return units.has(words[0] ?? "") ? unclear : helping;
}

const contradictions: Readonly<Record<"SCAM" | "FINE", RegExp>> = {
  SCAM: /\b(?:fine|ok|okay|safe|(?:not|no|isn't) (?:a )?scam)\b/,
  FINE: /\b(?:scam|fraud|fake|call|calling|not|no|never|don't|isn't)\b/,
};

/** Reads what follows a verdict. Anything that may mean the opposite is not read as one. */
function readVerdict(verdict: "SCAM" | "FINE", rest: string): TextedAnswer | undefined {
  const said = verdict === "FINE" ? rest.replace(/\b(?:not|no|isn't) (?:a )?scam\b/g, "") : rest;
  const words = said.split(" ").filter((word) => word !== "");
  const isOther = contradictions[verdict].test(said) || /\d/.test(said) || units.has(words[0] ?? "");
  return isOther || words.some((word) => otherNumbers.has(word)) ? undefined : { kind: "verdict", verdict };
}

/** A whole answer in quotation marks is one that was copied from our own text. */
const unquoted = (line: string): string =>
  (/^["“”„«']/.test(line) ? line.replace(/["“”„«»]/g, "") : line).replace(/^[\s'([{*]+/, "");

type Beginning = Record<string, string | undefined>;

/** The verdict that the words begin with, by its number or in words. */
function verdictOf({ number, scam, fine }: Beginning): "SCAM" | "FINE" | undefined {
  if (number === "2" || scam) return "SCAM";
  return number === "3" || fine ? "FINE" : undefined;
}

const isYes = ({ thumb, promise: promised, word = "" }: Beginning): boolean =>
  Boolean(thumb ?? promised) || yes.has(word);

const isSomethingElse = ({ number }: Beginning, after: string): boolean =>
  isReaction.test(after) || /^\s*\?/.test(after) || (number !== undefined && isPartOfMore.test(after));

/** Reads words on one line. */
function readLine(line: string, now: Temporal.ZonedDateTime, isScamCheck: boolean): TextedAnswer | undefined {
  const said = unquoted(line);
  const begun = beginning.exec(said);
  const start: Beginning = begun?.groups ?? {};
  const after = said.slice(begun?.[0].length ?? 0);
  if (isSomethingElse(start, after)) return undefined;
  const rest = plain(after);
  const verdict = verdictOf(start);
  // "Fine" may begin a sentence that means something else.
  if (verdict) return start.fine && rest !== "" ? undefined : readVerdict(verdict, rest);
  // A "yes" to "Is this a scam?" could mean two things.
  const isHelp = start.number === "1" || (!isScamCheck && isYes(start));
  return isHelp ? readHelp(rest, now) : undefined;
}

const digitGroups = /(?:\+?\d{1,3}[\s.-])?\(?\d{2,5}\)?(?:[\s.-]{1,3}\d{2,5}){1,4}|\+?\d{7,15}/g;
const isPhoneNumber = (digits: string): boolean => digits.replace(/\D/g, "").length >= 7;

/** A name or a phone number below the answer is no second answer. */
const isSignature = (line: string): boolean =>
  !/\d/.test(line.replace(digitGroups, (digits) => (isPhoneNumber(digits) ? "" : digits)));

/**
 * Reads an answer. `now` is on the clock that a time without a zone refers to. Returns undefined if the words are not
 * an answer, or not one to the question whether something is a scam.
 */
export function readAnswer(
  words: string,
  now: Temporal.ZonedDateTime,
  isScamCheck = false,
): TextedAnswer | undefined {
  const [first = "", ...below] = receivedLines(words);
  const whole = readLine([first, ...below].join(" "), now, isScamCheck);
  if (whole && whole.kind !== "unclear") return whole;
  return (below.every(isSignature) ? readLine(first, now, isScamCheck) : undefined) ?? whole;
}
