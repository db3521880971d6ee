// Reads an event that somebody typed in one line, such as "Dentist tue 3pm", in plain US English.
import { type Clock, findClock, withColons } from "./clock-words.ts";
import {
  changingWords,
  type DateOrder,
  type FoundDay,
  findDay,
  findSpan,
  inDays,
  leftOver,
  nextWith,
  noDay,
  weekdayProblem,
  withMonthNames,
} from "./day-words.ts";

/** The family's day and time, as YYYY-MM-DD and HH:MM. */
export interface Now {
  day: string;
  time: string;
}

export interface OneLineEvent {
  title: string;
  /** YYYY-MM-DDTHH:MM, or only the day of an all-day event. */
  startDate: string;
  endDate: string;
  allDay: boolean;
  repeats: "" | "day" | "week" | "month" | "year";
  /** The place, if the line names one. */
  place: string | undefined;
  /** The year of birth, if the line is about a birthday and gives one. */
  born: number | undefined;
}

export type OneLine =
  | { event: OneLineEvent }
  | {
      problem: string;
      /** What could be read of a line of which something is left over. */
      understood?: OneLineEvent;
    };

const yearly = /\b(birthday|b-?day|anniversary)\b/i;
const birthday = /\b(birthday|b-?day)\b/i;

/** Words that only joined parts that have been taken out. */
const joints = /^[\s,;:-]+|[\s,;:-]+$|\s+(on|at|from|by|this|next|the)$/gi;

function trimmed(text: string): string {
  const shorter = text.replace(joints, "").replace(/\s+/g, " ").replaceAll(" ,", ",");
  return shorter === text ? text : trimmed(shorter);
}

/** "Dentist at Mill Street" is a title and a place. */
function titleAndPlace(words: string): { title: string; place: string | undefined } {
  const [, title, place] = words.match(/^(.+?)\s+(?:at|@)\s+(.+)$/i) ?? [];
  return title && place ? { title, place } : { title: words, place: undefined };
}

const anHour = 60;

function plusMinutes(date: string, minutes: number): string {
  return new Date(Date.parse(`${date}Z`) + minutes * 60_000).toISOString().slice(0, 16);
}

/** Without a year, the next such day is meant. A birthday's year is the year of birth. */
function startDayOf(found: FoundDay, time: string | undefined, now: Now, isYearly: boolean): string {
  const isOver = time !== undefined && time <= now.time;
  const soonest = inDays(now.day, isOver ? 1 : 0);
  if ("day" in found) return found.day;
  if ("weekday" in found) {
    const from = found.weeks === 0 ? soonest : inDays(now.day, 7 * found.weeks);
    return nextWith(from, (day) => new Date(day).getUTCDay() === found.weekday);
  }
  if ("ofMonth" in found) return nextWith(now.day, (day) => day.endsWith(`-${found.ofMonth}`));
  if ("none" in found) return soonest;
  const { month, date, year } = found;
  if (year !== undefined && !isYearly) return `${year}-${month}-${date}`;
  return nextWith(now.day, (day) => day.endsWith(`-${month}-${date}`));
}

function datesOf(day: string, { start, end }: Clock): Pick<OneLineEvent, "allDay" | "startDate" | "endDate"> {
  if (start === undefined) return { allDay: true, startDate: day, endDate: day };
  const startDate = `${day}T${start}`;
  if (end === undefined) return { allDay: false, startDate, endDate: plusMinutes(startDate, anHour) };
  const endDate = `${day}T${end}`;
  return {
    allDay: false,
    startDate,
    endDate: endDate > startDate ? endDate : plusMinutes(endDate, 24 * anHour),
  };
}

const noTitle = "Please write what it is too, like: Dentist Tue 3pm";

/** Says what is missing or doubtful, although each part can be read. */
function problemOf(words: string, { start }: Clock, hasDay: boolean): string | undefined {
  const [, number] = (start === undefined && words.match(/\s(\d|1[0-2])$/)) || [];
  if (number) return `Is ${number} a time? Please write it like ${number}pm.`;
  if (!/[\p{L}\p{N}]/u.test(words)) return noTitle;
  // "Call the bank 3pm" is today, but the 24 of "Dentist 24 3pm" could be a day.
  const isDayMissing = start === undefined || yearly.test(words) || /\s\d{1,2}$/.test(words);
  return !hasDay && isDayMissing ? noDay : undefined;
}

const everyDay = /(?<!\p{L})(?:(?:every|each)\s*day|daily)(?!\p{L})/iu;

function repeatsOf(found: FoundDay, isYearly: boolean): OneLineEvent["repeats"] {
  if (isYearly) return "year";
  return "weekday" in found && found.isEvery ? "week" : "";
}

const unread = "We couldn't read the date. Please write it like: Dentist Tue 3pm";

/** Names the words that cannot be read, so that nobody has to guess which they are. */
const unreadWords = (words: string) =>
  `We couldn't read the date: what is “${words}”? Please write it like: Dentist Tue 3pm`;

/** February 29 is also shown in other years, so a yearly event begins with the last one. */
function yearlyFrom(day: string, now: Now): string {
  const year = Number(now.day.slice(0, 4));
  return day.endsWith("-02-29") && Number(day.slice(0, 4)) > year + (now.day.slice(5) > "02-28" ? 1 : 0)
    ? `${Number(day.slice(0, 4)) - 4}-02-29`
    : day;
}

/** An event that takes several days. Its times could be those of each day, or of the first and the last. */
function readSpan(line: string, now: Now, order: DateOrder): OneLine | undefined {
  const span = findSpan(line, now.day, order);
  if (!span) return undefined;
  if ("problem" in span) return span;
  const words = trimmed(span.rest);
  if (!/[\p{L}\p{N}]/u.test(words)) return { problem: noTitle };
  const clock = findClock(span.rest);
  if (clock.start || clock.problem || everyDay.test(words) || yearly.test(words)) return { problem: unread };
  const dates = { allDay: true, startDate: span.start, endDate: span.end };
  const event: OneLineEvent = { ...titleAndPlace(words), born: undefined, repeats: "", ...dates };
  const left = changingWords(line) ?? leftOver(words, true);
  return left ? { problem: unreadWords(left), understood: event } : { event };
}

/** Writes dots as slashes, colons and names, so that the rest is read alike. */
function withoutDots(line: string, now: Now, order: DateOrder): string {
  const named = withMonthNames(line);
  const { rest } = findClock(withColons(named, true));
  const found = findDay(rest, now.day, order);
  return withColons(named, !("none" in found));
}

/** An event of one day, or every day. */
function readDay(line: string, now: Now, order: DateOrder): OneLine {
  const isDaily = everyDay.test(line);
  const clock = findClock(line.replace(everyDay, " "));
  if (clock.problem) return { problem: clock.problem };
  const found = findDay(clock.rest, now.day, order);
  if ("problem" in found) return found;
  const words = trimmed(found.rest);
  const hasDay = isDaily || !("none" in found);
  const problem = problemOf(words, clock, hasDay);
  if (problem) return { problem };
  // Every day, or on one day: both at once makes no sense.
  if (isDaily && (!("none" in found) || yearly.test(words))) return { problem: unread };
  const result = eventOn(words, found, clock, now, isDaily);
  const left = changingWords(line) ?? leftOver(words, hasDay) ?? (clock.start ? undefined : hoursOnly(words));
  return left && "event" in result ? askedAbout(left, result.event, hasDay) : result;
}

/** Without a day, nothing has been understood yet. */
const askedAbout = (left: string, understood: OneLineEvent, hasDay: boolean): OneLine => ({
  problem: unreadWords(left),
  ...(hasDay && { understood }),
});

/** The "1500" of "Dentist tue 1500". */
const hoursOnly = (words: string) => /\s((?:[01]\d|2[0-3])[0-5]\d)$/.exec(words)?.[1];

function eventOn(
  words: string,
  found: FoundDay,
  clock: Clock,
  now: Now,
  isDaily: boolean,
): { event: OneLineEvent } | { problem: string } {
  const { title, place } = titleAndPlace(words);
  const isYearly = yearly.test(title);
  const born = birthday.test(title) && "date" in found ? found.year : undefined;
  if (born && `${born}` > now.day) return { problem: `${born} is still to come. Please check the year.` };
  const day = startDayOf(found, clock.start, now, isYearly);
  const mismatch = isYearly ? undefined : weekdayProblem(day, found);
  if (mismatch) return { problem: mismatch };
  const repeats = isDaily ? "day" : repeatsOf(found, isYearly);
  return { event: { title, place, born, repeats, ...datesOf(isYearly ? yearlyFrom(day, now) : day, clock) } };
}

/** Says what cannot be read, rather than guess. */
export function readOneLine(typed: string, now: Now, order: DateOrder = "month-first"): OneLine {
  const line = withoutDots(typed, now, order);
  return readSpan(line, now, order) ?? readDay(line, now, order);
}
