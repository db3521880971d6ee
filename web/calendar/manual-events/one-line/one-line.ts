// Reads an event that somebody typed in one line, such as "Dentist tue 3pm", in plain US English.
import { type Clock, findClock } from "./clock-words.ts";
import { type FoundDay, findDay, inDays, nextWith, noDay } from "./day-words.ts";

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
  repeats: "" | "week" | "year";
  /** The place, if the line names one. */
  place: string | undefined;
  /** The year of birth, if the line is about a birthday and gives one. */
  born: number | undefined;
}

export type OneLine = { event: OneLineEvent } | { problem: string };

const yearly = /\b(birthday|b-?day|anniversary)\b/i;
const birthday = /\b(birthday|b-?day)\b/i;

/** Words that only joined parts that have been taken out. */
const joints = /^[\s,;:-]+|[\s,;:-]+$|\s+(on|at|from|by|this|next|the)$/gi;

function trimmed(text: string): string {
  const shorter = text.replace(joints, "").replace(/\s+/g, " ");
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
function problemOf(words: string, found: FoundDay, { start }: Clock): string | undefined {
  const [, number] = (start === undefined && words.match(/\s(\d|1[0-2])$/)) || [];
  if (number) return `Is ${number} a time? Please write it like ${number}pm.`;
  if (!/[\p{L}\p{N}]/u.test(words)) return noTitle;
  return "none" in found && (start === undefined || yearly.test(words)) ? noDay : undefined;
}

function repeatsOf(found: FoundDay, isYearly: boolean): OneLineEvent["repeats"] {
  if (isYearly) return "year";
  return "weekday" in found && found.isEvery ? "week" : "";
}

export function readOneLine(line: string, now: Now): OneLine {
  const clock = findClock(line);
  if (clock.problem) return { problem: clock.problem };
  const found = findDay(clock.rest, now.day);
  if ("problem" in found) return found;
  const words = trimmed(found.rest);
  const problem = problemOf(words, found, clock);
  if (problem) return { problem };
  const { title, place } = titleAndPlace(words);
  const isYearly = yearly.test(title);
  const born = birthday.test(title) && "date" in found ? found.year : undefined;
  if (born && `${born}` > now.day) return { problem: `${born} is still to come. Please check the year.` };
  const day = startDayOf(found, clock.start, now, isYearly);
  return { event: { title, place, born, repeats: repeatsOf(found, isYearly), ...datesOf(day, clock) } };
}
