// Finds the time in a line, such as "3pm", "16:30-17:30", "noon" or "at 3".

export interface Clock {
  /** HH:MM */
  start?: string;
  end?: string;
  /** The line without its time. */
  rest: string;
  problem?: string;
}

const number = String.raw`(\d{1,2})(?:[:.](\d\d))?`;
// A half of the day: am or pm, in any spelling.
const half = String.raw`\s*([ap])\.?m?\.?(?![\p{L}\p{N}])`;
const edge = String.raw`(?<![\p{L}\p{N}/:.-])`;
const noMore = String.raw`(?![\p{L}\p{N}/:-])`;
const between = String.raw`\s*(?:-|–|to|until|till)\s*`;

const named: Record<string, string> = { noon: "12:00", midday: "12:00", midnight: "00:00" };

const patterns = {
  range: new RegExp(
    `${edge}(?:from\\s+|at\\s+)?${number}(?:${half})?${between}${number}(?:${half})?${noMore}`,
    "iu",
  ),
  halved: new RegExp(`${edge}(?:at\\s+)?${number}${half}`, "iu"),
  colon: new RegExp(`${edge}(?:at\\s+)?(\\d{1,2}):(\\d\\d)${noMore}`, "iu"),
  bare: new RegExp(`${edge}at\\s+(\\d{1,2})${noMore}`, "iu"),
  named: /(?<!\p{L})(?:at\s+)?(noon|midday|midnight)(?!\p{L})/iu,
};

interface Typed {
  hour: string | undefined;
  minute: string | undefined;
  half: string | undefined;
}

const noTime = (text: string) => `${text} is not a time. Please write it like 3pm or 15:00.`;

/** Nobody plans lunch at 1 a.m., so 1 to 6 without am or pm are in the afternoon. "03:30" is taken as it is. */
function timeOf({ hour = "", minute = "00", half }: Typed): string | undefined {
  const typed = Number(hour);
  if (typed > (half ? 12 : 23) || (half && typed === 0) || Number(minute) > 59) return undefined;
  const isAfternoon = half ? half.toLowerCase() === "p" : /^[1-6]$/.test(hour);
  const hours = half || isAfternoon ? (typed % 12) + (isAfternoon ? 12 : 0) : typed;
  return `${String(hours).padStart(2, "0")}:${minute}`;
}

/** In "11-1pm" the first is in the morning, in "3-4pm" in the afternoon. */
function startHalf(start: Typed, end: Typed): string | undefined {
  if (start.half || !end.half) return start.half;
  const [from, until] = [Number(start.hour) % 12, Number(end.hour) % 12];
  const isBefore = from < until || (from === until && (start.minute ?? "00") < (end.minute ?? "00"));
  return isBefore ? end.half : end.half.toLowerCase() === "p" ? "a" : "p";
}

/** In "8pm-10" the end is in the evening too, in "11pm-1" it is after midnight. */
function endHalf({ hour, half }: Typed, endHour = ""): string | undefined {
  if (half?.toLowerCase() !== "p") return undefined;
  return Number(endHour) % 12 > Number(hour) % 12 ? "p" : "a";
}

const partOfDay =
  /(?<=(?:today|tomorrow|day|mon|tue|tues|wed|thu|thurs|fri|sat|sun)\.?)\s+(morning|afternoon|evening|night)(?!\p{L})|(?<!\p{L})(?:in the|this|at)\s+(morning|afternoon|evening|night)(?!\p{L})/iu;

/** Takes out "in the evening" or the "night" of "tomorrow night", which say whether 7 is in the morning. */
function findPartOfDay(line: string): { half: "a" | "p" | undefined; rest: string } {
  const found = partOfDay.exec(line);
  if (!found) return { half: /(?<!\p{L})tonight(?!\p{L})/iu.test(line) ? "p" : undefined, rest: line };
  const word = (found[1] ?? found[2] ?? "").toLowerCase();
  const isToday = /^\s*this/i.test(found[0]);
  const rest = `${line.slice(0, found.index)} ${isToday ? "today " : ""}${line.slice(found.index + found[0].length)}`;
  return { half: word === "morning" ? "a" : "p", rest };
}

const without = (line: string, { index, 0: text }: RegExpExecArray) =>
  `${line.slice(0, index)} ${line.slice(index + text.length)}`;

function findRange(line: string): Clock | undefined {
  const found = patterns.range.exec(line);
  if (!found) return undefined;
  const [text, hour, minute, half, endHour, endMinute, endsIn] = found;
  // "2-3" could be anything: people, rooms, a day in March.
  if (!minute && !half && !endMinute && !endsIn && !/^(from|at)/i.test(text)) return undefined;
  const from = { hour, minute, half };
  const until = { hour: endHour, minute: endMinute, half: endsIn ?? endHalf(from, endHour) };
  const start = timeOf({ ...from, half: startHalf(from, until) });
  const end = timeOf(until);
  const rest = without(line, found);
  return start && end ? { start, end, rest } : { rest, problem: noTime(text.trim()) };
}

const noHour = "Please add a time, like 7pm.";

/** The first time in the line, or its first and last. */
export function findClock(typed: string): Clock {
  const { half: partHalf, rest: line } = findPartOfDay(typed);
  const range = findRange(line);
  if (range) return range;
  const word = patterns.named.exec(line);
  if (word) {
    const start = named[word[1]?.toLowerCase() ?? ""];
    return { ...(start && { start }), rest: without(line, word) };
  }
  for (const pattern of [patterns.halved, patterns.colon, patterns.bare]) {
    const found = pattern.exec(line);
    if (!found) continue;
    const [, hour, minute, half = Number(hour) < 12 ? partHalf : undefined] = found;
    const start = timeOf({ hour, minute, half });
    const rest = without(line, found);
    return start ? { start, rest } : { rest, problem: noTime(found[0].trim()) };
  }
  return partHalf ? { rest: line, problem: noHour } : { rest: line };
}

const dotted = /(?<![\d.$€£])(at\s+|from\s+)?(\d{1,2})\.(\d\d)(?![\d.]\d|\d|%)(\s*[ap]\.?m)?/giu;

/** Writes times with a colon that were typed with a dot. "3.12" could be a date, so that one stays as it is. */
export const withColons = (line: string, hasDay: boolean): string =>
  line.replace(dotted, (typed, at, hour, minute, half = "") =>
    at || half || hasDay || Number(minute) > 12 ? `${at ?? ""}${hour}:${minute}${half}` : typed,
  );
