// Finds the day in a line, such as "tue", "tomorrow", "12/3", "june 3 1944" or "the 5th".
import { dayMs } from "#contract/durations.ts";
import { monthAndDay, weekday as weekdayWord } from "#contract/time-words.ts";

export const noDay = "Please add a day, like Tue, tomorrow or 12/3.";

/** Whether "3/12" is March 12 or December 3. */
export type DateOrder = "month-first" | "day-first";

type Found =
  | { day: string }
  /** 0 is Sunday. `weeks` is the number of weeks to skip. */
  | { weekday: number; weeks: number; isEvery: boolean }
  | CalendarDay
  | { ofMonth: string }
  | { none: true };

interface CalendarDay {
  month: string;
  date: string;
  year: number | undefined;
}

export type FoundDay = Found & {
  /** The line without its day. */
  rest: string;
  /** The weekday that is written before a date, from 0 for Sunday. */
  besides?: number;
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

const weekdayBefore = new RegExp(`^(?:on\\s+)?${weekdayName}`, "iu");
const weekdayIn = (name: string) => weekdays.indexOf(name.slice(0, 3).toLowerCase());

const weekday = new RegExp(
  `(?<![\\p{L}'])(?:on\\s+)?(?:(every|each|next|this)\\s+)?${weekdayName}(?![\\p{L}'])`,
  "giu",
);
const relative = /(?<!\p{L})(today|tonight|tomorrow)(?!\p{L})/giu;
const monthFirst = new RegExp(`${before}${month}\\s+${date}${year}`, "giu");
const dateFirst = new RegExp(`${before}${date}\\s+(?:of\\s+)?${month}(?!\\p{L})${year}`, "giu");
const slashes = new RegExp(`${before}(\\d{1,2})/(\\d{1,2})(?:/(\\d{4}|\\d\\d))?(?![\\d/])`, "giu");
const joined = "\\s*(?:-|–|—|to|till|until|through|thru)\\s*";
/** "Dec 4-6pm" is a day and a time. */
const lastDate = `${date}(?!\\s*[ap]\\.?m|\\s*-)`;
const monthFirstSpan = new RegExp(
  `${before}(?:from\\s+)?${month}\\s+${date}${joined}(?:${month}\\s+)?${lastDate}${year}`,
  "iu",
);
const dateFirstSpan = new RegExp(
  `${before}(?:from\\s+)?${date}(?:\\s+${month})?${joined}${date}\\s+(?:of\\s+)?${month}(?!\\p{L})${year}`,
  "iu",
);
const slashesSpan = new RegExp(
  `${before}(?:from\\s+)?(\\d{1,2})/(\\d{1,2})${joined}(\\d{1,2})/(\\d{1,2})(?:/(\\d{4}))?(?![\\d/])`,
  "iu",
);
const weekdaySpan = new RegExp(
  `(?<![\\p{L}'])(?<!(?:every|each|next|last)\\s)(?:from\\s+|on\\s+)?${weekdayName}${joined}${weekdayName}(?![\\p{L}'])`,
  "iu",
);
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

const noMonth: Record<DateOrder, string> = {
  "month-first": "Please write the month first, like 12/3 for December 3.",
  "day-first": "Please write the day first, like 3/12 for December 3.",
};

function calendarDay(
  { month, date, year }: Named,
  { line, today, order }: Context,
): CalendarDay | { problem: string } {
  if (month < 1 || month > 12) return { problem: `There is no month ${month}. ${noMonth[order]}` };
  const full = fullYear(year, today, /\bb(irth)?-?day\b/i.test(line));
  // Without a year, February 29 is valid too.
  const last = new Date(Date.UTC(full ?? 2024, month, 0)).getUTCDate();
  const name = monthNames.format(Date.UTC(2024, month - 1));
  if (date < 1 || date > last) return { problem: `There is no ${name} ${date}${full ? ` in ${full}` : ""}.` };
  return { month: padded(month), date: padded(date), year: full };
}

const monthOf = (name = "") => months.indexOf(name.slice(0, 3).toLowerCase()) + 1;

/** "next Tuesday" is in next week, and weeks start on Sunday. "Tuesdays" are every week. */
function weekdayOf([text, how, name]: RegExpExecArray, today: string): Found {
  const isPlural = /days\.?$/i.test(text);
  const found = weekdayIn(name ?? "");
  const isNext = how?.toLowerCase() === "next";
  const isLaterThisWeek = found >= new Date(today).getUTCDay();
  return {
    weekday: found,
    weeks: isNext && isLaterThisWeek ? 1 : 0,
    isEvery: /^(every|each)$/i.test(how ?? "") || isPlural,
  };
}

interface Context {
  line: string;
  today: string;
  order: DateOrder;
}

interface Kind {
  pattern: RegExp;
  read: (found: RegExpExecArray, context: Context) => Found | { problem: string };
}

/** The numbers of a date with slashes, as the family's country orders them. */
const slashed = (one = "", other = "", order: DateOrder) =>
  order === "month-first"
    ? { month: Number(one), date: Number(other) }
    : { month: Number(other), date: Number(one) };

const kinds: readonly Kind[] = [
  {
    pattern: iso,
    read: ([, year, month, date], context) =>
      calendarDay({ year, month: Number(month), date: Number(date) }, context),
  },
  {
    pattern: slashes,
    read: ([, one, other, year], context) =>
      calendarDay({ year, ...slashed(one, other, context.order) }, context),
  },
  {
    pattern: monthFirst,
    read: ([, name, date, year], context) =>
      calendarDay({ year, month: monthOf(name), date: Number(date) }, context),
  },
  {
    pattern: dateFirst,
    read: ([, date, name, year], context) =>
      calendarDay({ year, month: monthOf(name), date: Number(date) }, context),
  },
  {
    pattern: relative,
    read: ([word], { today }) => ({ day: inDays(today, word.toLowerCase() === "tomorrow" ? 1 : 0) }),
  },
  { pattern: weekday, read: (found, { today }) => weekdayOf(found, today) },
  {
    pattern: ofMonth,
    read: ([, date]) =>
      Number(date) < 1 || Number(date) > 31
        ? { problem: `No month has a day ${date}.` }
        : { ofMonth: padded(Number(date)) },
  },
];

const dotted = /(?<![\d.])(\d{1,2})\.\s?(\d{1,2})\.(?:\s?((?:19|20)\d\d)(?!\d)|(\d\d)(?![\d.:]))?/gu;

/** Writes "3.12." as "Dec 3", and "3.12.26" as "Dec 3 2026". Where dots are used, the day comes first. */
export const withMonthNames = (line: string): string =>
  line.replace(dotted, (typed, date, month, year, shortYear) => {
    const name = months[Number(month) - 1];
    return name && Number(date) > 0 && Number(date) < 32
      ? `${name} ${Number(date)} ${year ?? (shortYear ? `20${shortYear}` : "")} `
      : typed;
  });

const lastOf = (line: string, pattern: RegExp) => [...line.matchAll(pattern)].at(-1);

/** Finds the day in the line. A date takes precedence over a weekday next to it, and the last of two weekdays counts. */
export function findDay(line: string, today: string, order: DateOrder): FoundDay | { problem: string } {
  for (const { pattern, read } of kinds) {
    const found = lastOf(line, pattern);
    if (!found) continue;
    const rest = `${line.slice(0, found.index)} ${line.slice(found.index + found[0].length)}`;
    const day = read(found, { line, today, order });
    if ("problem" in day) return day;
    const repeated = "date" in day ? weekdayBefore.exec(found[0])?.[1] : undefined;
    return { ...day, rest, ...(repeated && { besides: weekdayIn(repeated) }) };
  }
  return { none: true, rest: line };
}

/** "December 3 is a Thursday", where the line says Friday. */
export function weekdayProblem(day: string, { besides }: FoundDay): string | undefined {
  if (besides === undefined || new Date(day).getUTCDay() === besides) return undefined;
  return `${monthAndDay(day)} is a ${weekdayWord(day)}. Please check the day.`;
}

export interface DaySpan {
  start: string;
  end: string;
  /** The line without its days. */
  rest: string;
}

// In "Dec 26-24" something is mistyped.
const maxSpan = 120;
const tooLong = "That would be more than four months. Please check the days.";

const monthDayOf = ({ month, date }: CalendarDay) => `-${month}-${date}`;

/** The next such days, or those of the year that the line names. */
function spanBetween(
  first: CalendarDay | { problem: string },
  last: CalendarDay | { problem: string },
  today: string,
): Omit<DaySpan, "rest"> | { problem: string } {
  if ("problem" in first) return first;
  if ("problem" in last) return last;
  const isOverNewYear = monthDayOf(last) < monthDayOf(first);
  const start = last.year
    ? `${last.year - (isOverNewYear ? 1 : 0)}${monthDayOf(first)}`
    : nextWith(today, (day) => day.endsWith(monthDayOf(first)));
  const end = nextWith(start, (day) => day.endsWith(monthDayOf(last)));
  return inDays(start, maxSpan) < end ? { problem: tooLong } : { start, end };
}

/** Finds several days in a row, such as "Dec 24-26", "24 to 26 December" or "Fri-Sun". */
export function findSpan(
  line: string,
  today: string,
  order: DateOrder,
): DaySpan | { problem: string } | undefined {
  const context = { line, today, order };
  const dayOf = (name: string | undefined, date: string | undefined, year?: string) =>
    calendarDay({ month: monthOf(name), date: Number(date), year }, context);
  const spans: [RegExp, (found: RegExpExecArray) => Omit<DaySpan, "rest"> | { problem: string }][] = [
    [
      monthFirstSpan,
      ([, name, date, other, last, year]) =>
        spanBetween(dayOf(name, date), dayOf(other ?? name, last, year), today),
    ],
    [
      dateFirstSpan,
      ([, date, other, last, name, year]) =>
        spanBetween(dayOf(other ?? name, date), dayOf(name, last, year), today),
    ],
    [
      slashesSpan,
      ([, one, two, three, four, year]) =>
        spanBetween(
          calendarDay({ ...slashed(one, two, order), year: undefined }, context),
          calendarDay({ ...slashed(three, four, order), year }, context),
          today,
        ),
    ],
    [
      weekdaySpan,
      ([, first, last]) => {
        const onWeekday =
          (name = "") =>
          (day: string) =>
            new Date(day).getUTCDay() === weekdayIn(name);
        const start = nextWith(today, onWeekday(first));
        return { start, end: nextWith(start, onWeekday(last)) };
      },
    ],
  ];
  for (const [pattern, read] of spans) {
    const found = pattern.exec(line);
    if (!found) continue;
    const span = read(found);
    const rest = `${line.slice(0, found.index)} ${line.slice(found.index + found[0].length)}`;
    return "problem" in span ? span : { ...span, rest };
  }
  return undefined;
}

const leftovers = [
  new RegExp(
    `(?<!(?:good|black|easter|palm|ash|holy|cyber)\\s)(?<![\\p{L}'])(?!sun(?!day))${weekdayName}(?![\\p{L}'])`,
    "iu",
  ),
  new RegExp(`${month}\\s+\\d{1,2}(?!\\d)|\\d(?:st|nd|rd|th)?\\s+(?:of\\s+)?${month}(?!\\p{L})`, "iu"),
  new RegExp(`(?<!\\p{L})(?:in|until|till|since|by|every|each|next|this)\\s+${month}(?!\\p{L})`, "iu"),
  /(?<!\p{L})(?:today|tonight|tomorrow|yesterday|daily|weekly|monthly|yearly|every|each|weekend|fortnight|until|till|noon|midday|midnight|o['’]?clock|(?:half|quarter) (?:past|to))(?!\p{L})/iu,
  /(?<!\p{L})(?:in the|this|at) (?:morning|afternoon|evening|night)(?!\p{L})/iu,
  /(?<!\p{L})(?:next|this|last|coming) (?:week|month|year|spring|summer|fall|autumn|winter)(?!\p{L})/iu,
  /(?<!\p{L})in (?:\d+|an?|one|two|three|four|five|six|a few) (?:min|hour|day|week|month|year)\p{L}*/iu,
  /(?<!\p{L})the \d{1,2}(?:st|nd|rd|th)(?!\p{L})/iu,
  /\d{1,2}\s*[ap]\.?m(?!\p{L})|\d{1,2}:\d\d|\d{1,2}\/\d{1,2}|(?<![$€£\d.])\d{1,2}\.\d{1,2}(?![\d%])|\d{4}-\d\d(?:-\d\d)?|(?<!\p{L})at \d{1,2}$|\s\d{1,2}\s*[-–]\s*\d{1,2}$/iu,
];
const monthWord = new RegExp(`(?<!\\p{L})${month}(?!\\p{L})`, "iu");
/** Short names of months that are nobody's name. */
const shortMonth = /(?<!\p{L})(?:feb|jul|sept?|oct|nov|dec)(?!\p{L})/iu;
/** "Wednsday" and "tomorow", but no holiday and no payday. */
const misspelt =
  /(?<!\p{L})(?!(?:birth|holi|pay|play|work)day)(?:\p{L}{2,}day|tmr\p{L}*|tmw|tom+or+\p{L}*)(?!\p{L})/iu;
const holiday =
  /(?<!\p{L})(?:christmas|x-?mas|thanksgiving|easter|halloween|new year|hanukkah|passover|valentine)/iu;

/** Words left that say when it is, which a title should not have. */
export const leftOver = (words: string, hasDay: boolean): string | undefined =>
  firstOf([...leftovers, shortMonth, ...(hasDay ? [] : [holiday, monthWord, misspelt])], words);

const firstOf = (patterns: readonly RegExp[], words: string) =>
  patterns.map((pattern) => pattern.exec(words)?.[0].trim()).find(Boolean);

const counted = "(?:first|second|third|fourth|last|1st|2nd|3rd|4th|5th)";
const clock = "\\d{1,2}(?:[:.]\\d\\d)?(?:\\s*[ap]\\.?m|\\b)";

/** Words that change the day or the time beside them, so that both together mean something else. */
const changing = [
  new RegExp(`(?<!\\p{L})${counted}\\s+${weekdayName}(?![\\p{L}'])`, "iu"),
  new RegExp(`(?<!\\p{L})${counted} (?:day )?of (?:the|every|each) month`, "iu"),
  new RegExp(`(?<![\\p{L}'])${weekdayName}\\s+(?:week(?!\\p{L})|after next|fortnight)`, "iu"),
  new RegExp(`(?<!\\p{L})(?:after|before|around|about|except|starting|since)\\s+(?:at\\s+)?${clock}`, "iu"),
  /(?<!\p{L})(?:days?|weeks?|months?) (?:after|before|from)(?!\p{L})/iu,
  /(?<!\p{L})(?:after|before|until|by) (?:christmas|x-?mas|thanksgiving|easter|halloween|new year)/iu,
  /(?<!\p{L})(?:once|twice|\d+ times|three times) (?:a|per|every) (?:day|week|month)/iu,
  /(?<!\p{L})(?:bi-?weekly|weekdays?|mornings|afternoons|evenings|nights)(?!\p{L})/iu,
  /(?<!\p{L})(?:for )?(?:\d+|an?|half an|one|two|three) ?(?:hours?|hrs?|minutes?|mins?)(?!\p{L})/iu,
  /(?<!\p{L})half (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?!\p{L})/iu,
  /(?<!\p{L})(?:lunch|dinner|tea|bed|breakfast)[\s-]?time(?!\p{L})/iu,
  /(?<!\p{L})(?:starting|later|except|sharp|sunrise|sunset)(?!\p{L})|(?<=\d\s*[ap]m)-?ish/iu,
  /(?<!\d)\d{1,2}h(?:\d\d)?(?![\p{L}\d])/iu,
];

/** The first such words in the whole line. */
export const changingWords = (line: string): string | undefined => firstOf(changing, line);
