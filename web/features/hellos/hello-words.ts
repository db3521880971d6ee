// When and by whom a hello was given, in words.
import { daysBetween } from "#contract/durations.ts";
import type { Hello } from "#contract/hellos.ts";
import { monthAndDay, weekday } from "#contract/time-words.ts";
import { longDay, shortDate, wallClock } from "#web/ui/time/clock.ts";

const morningEnds = "12:00";
const eveningBegins = "18:00";

/** Such as "this morning", "yesterday", "on Tuesday", or "on November 3". */
export function whenGiven(at: string, now: number, timeZone: string): string {
  const given = wallClock(Date.parse(at), timeZone);
  const days = daysBetween(given.day, wallClock(now, timeZone).day);
  if (days > 6) return `on ${monthAndDay(given.day)}`;
  if (days > 1) return `on ${weekday(given.day)}`;
  if (days === 1) return "yesterday";
  if (given.time < morningEnds) return "this morning";
  return given.time < eveningBegins ? "this afternoon" : "this evening";
}

/** Such as "Tuesday, November 3", or "Nov 3, 2025" if it was in another year. */
export function dayGiven(at: string, now: number, timeZone: string): string {
  const yearOf = (time: number) => wallClock(time, timeZone).day.slice(0, 4);
  return yearOf(Date.parse(at)) === yearOf(now) ? longDay(at, timeZone) : shortDate(at, timeZone);
}

const listed = new Intl.ListFormat("en-US");

/** Such as "Rose and Walter loved it". Undefined if nobody did. */
export const lovedWords = (
  { lovedBy }: Pick<Hello, "lovedBy">,
  called: (person: Hello["person"]) => string,
): string | undefined => (lovedBy.length > 0 ? `${listed.format(lovedBy.map(called))} loved it` : undefined);

function whatOf({ question, pictures }: Pick<Hello, "pictures" | "question">): string {
  if (question) return "answer";
  if (pictures.length === 0) return "voice message";
  return pictures.length === 1 ? "picture" : "pictures";
}

/** Such as "Rose loved your picture". */
export function heartWords(
  hello: Pick<Hello, "lovedBy" | "pictures" | "question">,
  called: (person: Hello["person"]) => string,
): string {
  return `${listed.format(hello.lovedBy.map(called))} loved your ${whatOf(hello)}`;
}
