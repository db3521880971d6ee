// Finds the day in a line, such as "tue", "tomorrow", "12/3", "june 3 1944" or "the 5th".
import { dayMs } from "#contract/durations.ts";

export const noDay = "Please add a day, like Tue, tomorrow or 12/3.";

type Found =
  | { day: string }
  /** 0 is Sunday. `weeks` is the number of weeks to skip. */
  | { weekday: number; weeks: number; isEvery: boolean }
  | { month: string; date: string; year: number | undefined }
  | { ofMonth: string }
  | { none: true };

export type FoundDay = Found & {
  /** The line without its day. */
  rest: string;
};

export const inDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);

/** The first day from this one on that fits. Every date, even February 29, comes within eight years. */
export function nextWith(from: string, fits: (day: string) => boolean): string {
  for (let count = 0; count < 8 * 366; count += 1) {
    const day = inDays(from, count);
    if (fits(day)) return day;
  }
  return from;
}

const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const monthNames = new Intl.DateTimeFormat("en-US", { month: "long", timeZone: "UTC" });

const weekdayName =
  "(sun(?:day)?|mon(?:day)?|tue(?:s|sday)?|wed(?:nesday)?|thu(?:r|rs|rsday)?|fri(?:day)?|sat(?:urday)?)s?\\.?";
const month =
  "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?";
const date = "(\\d{1,2})(?:st|nd|rd|th)?(?![\\d:/])";
const year = "(?:,?\\s+((?:19|20)\\d\\d)(?!\\d))?";
/** A weekday next to a date only repeats it. */
const before = `(?<![\\p{L}\\d/'])(?:on\\s+)?(?:${weekdayName.replace("(", "(?:")},?\\s+)?(?:the\\s+)?`;

const weekday = new RegExp(
  `(?<![\\p{L}'])(?:on\\s+)?(?:(every|each|next|this)\\s+)?${weekdayName}(?![\\p{L}'])`,
  "giu",
);
const relative = /(?<!\p{L})(today|tonight|tomorrow)(?!\p{L})/giu;
const monthFirst = new RegExp(`${before}${month}\\s+${date}${year}`, "giu");
const dateFirst = new RegExp(`${before}${date}\\s+(?:of\\s+)?${month}(?!\\p{L})${year}`, "giu");
const slashes = new RegExp(`${before}(\\d{1,2})/(\\d{1,2})(?:/(\\d{4}|\\d\\d))?(?![\\d/])`, "giu");
const iso = /(?<!\d)(\d{4})-(\d\d)-(\d\d)(?!\d)/gu;
const ofMonth = /(?<!\p{L})(?:on\s+)?the\s+(\d{1,2})(?:st|nd|rd|th)(?!\p{L})/giu;

const padded = (value: number) => String(value).padStart(2, "0");

interface Named {
  month: number;
  date: number;
  year: string | undefined;
}

/** A two-digit year means the nearest such year: in the past for a birthday, in the future for anything else. */
function fullYear(typed: string | undefined, today: string, isBirthday: boolean): number | undefined {
  if (typed === undefined || typed.length === 4) return typed === undefined ? undefined : Number(typed);
  const ofThisCentury = 2000 + Number(typed);
  return isBirthday && ofThisCentury > Number(today.slice(0, 4)) ? ofThisCentury - 100 : ofThisCentury;
}

function calendarDay({ month, date, year }: Named, line: string, today: string): Found | { problem: string } {
  if (month < 1 || month > 12)
    return { problem: `There is no month ${month}. Please write the month first, like 12/3 for December 3.` };
  const full = fullYear(year, today, /\bb(irth)?-?day\b/i.test(line));
  // Without a year, February 29 is valid too.
  const last = new Date(Date.UTC(full ?? 2024, month, 0)).getUTCDate();
  const name = monthNames.format(Date.UTC(2024, month - 1));
  if (date < 1 || date > last) return { problem: `There is no ${name} ${date}${full ? ` in ${full}` : ""}.` };
  return { month: padded(month), date: padded(date), year: full };
}

const monthOf = (name = "") => months.indexOf(name.slice(0, 3).toLowerCase()) + 1;

/** "next Tuesday" is in next week, and weeks start on Sunday. */
function weekdayOf(how: string | undefined, name: string | undefined, today: string): Found {
  const found = weekdays.indexOf(name?.slice(0, 3).toLowerCase() ?? "");
  const isNext = how?.toLowerCase() === "next";
  const isLaterThisWeek = found >= new Date(today).getUTCDay();
  return {
    weekday: found,
    weeks: isNext && isLaterThisWeek ? 1 : 0,
    isEvery: /^(every|each)$/i.test(how ?? ""),
  };
}

interface Kind {
  pattern: RegExp;
  read: (found: RegExpExecArray, line: string, today: string) => Found | { problem: string };
}

const kinds: readonly Kind[] = [
  {
    pattern: iso,
    read: ([, year, month, date], line, today) =>
      calendarDay({ year, month: Number(month), date: Number(date) }, line, today),
  },
  {
    pattern: slashes,
    read: ([, month, date, year], line, today) =>
      calendarDay({ year, month: Number(month), date: Number(date) }, line, today),
  },
  {
    pattern: monthFirst,
    read: ([, name, date, year], line, today) =>
      calendarDay({ year, month: monthOf(name), date: Number(date) }, line, today),
  },
  {
    pattern: dateFirst,
    read: ([, date, name, year], line, today) =>
      calendarDay({ year, month: monthOf(name), date: Number(date) }, line, today),
  },
  {
    pattern: relative,
    read: ([word], _line, today) => ({ day: inDays(today, word.toLowerCase() === "tomorrow" ? 1 : 0) }),
  },
  { pattern: weekday, read: ([, how, name], _line, today) => weekdayOf(how, name, today) },
  {
    pattern: ofMonth,
    read: ([, date]) =>
      Number(date) < 1 || Number(date) > 31
        ? { problem: `No month has a day ${date}.` }
        : { ofMonth: padded(Number(date)) },
  },
];

const lastOf = (line: string, pattern: RegExp) => [...line.matchAll(pattern)].at(-1);

/** Finds the day in the line. A date takes precedence over a weekday next to it, and the last of two weekdays counts. */
export function findDay(line: string, today: string): FoundDay | { problem: string } {
  for (const { pattern, read } of kinds) {
    const found = lastOf(line, pattern);
    if (!found) continue;
    const rest = `${line.slice(0, found.index)} ${line.slice(found.index + found[0].length)}`;
    const day = read(found, line, today);
    return "problem" in day ? day : { ...day, rest };
  }
  return { none: true, rest: line };
}
