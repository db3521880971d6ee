// The week of a question: it is asked on Sunday, and until Wednesday of those who have not answered it, because a Sunday is
// often full. What is answered by then is in the Sunday letter. All days are those of the family.
import { dayMs } from "#contract/durations.ts";
import { builtInQuestions } from "./built-in-questions.ts";

const daysAsked = 4;
const firstSunday = Date.parse("1970-01-04");

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

const daysSinceSunday = (day: string): number => new Date(day).getUTCDay();

export const isSunday = (day: string): boolean => daysSinceSunday(day) === 0;

/** The Sunday whose question is asked on this day. Undefined from Thursday to Saturday. */
export function sundayAskedOn(day: string): string | undefined {
  const days = daysSinceSunday(day);
  return days < daysAsked ? dayOf(Date.parse(day) - days * dayMs) : undefined;
}

/** The next Sunday after this day. */
export const nextSunday = (day: string): string =>
  dayOf(Date.parse(day) + (7 - daysSinceSunday(day)) * dayMs);

/**
 * The built-in question of a Sunday. They take turns by week, and a week for which a helper has set a question moves the
 * others on. So a family is asked each of them before one comes again.
 */
export function builtInQuestion(sunday: string, ownBefore: number): string {
  const week = Math.round((Date.parse(sunday) - firstSunday) / (7 * dayMs));
  const count = builtInQuestions.length;
  const place = (((week - ownBefore) % count) + count) % count;
  return builtInQuestions[place] ?? "";
}
