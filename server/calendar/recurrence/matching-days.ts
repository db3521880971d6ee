// Which days a rule takes.
import { type Day, dayNumber, firstWeekOf, weekYearOf } from "./days.ts";
import type { Rule } from "./rules.ts";

/** What a rule leaves open it has from its start. */
export function completed(rule: Rule, { weekday, month, date }: Day): Rule {
  const { frequency, months, weekNumbers, yearDays, monthDays, days } = rule;
  const onWeekday = { ...rule, days: [{ weekday, ordinal: 0 }] };
  if (days.length > 0) return rule;
  if (frequency === "WEEKLY") return onWeekday;
  if (monthDays.length > 0 || yearDays.length > 0) return rule;
  if (frequency === "MONTHLY") return { ...rule, monthDays: [date] };
  if (frequency !== "YEARLY") return rule;
  if (weekNumbers.length > 0) return onWeekday;
  return { ...rule, monthDays: [date], months: months.length > 0 ? months : [month] };
}

/** Whether the `place`th of so many is wanted, from either end. */
const isAmong = (wanted: readonly number[], place: number, of: number): boolean =>
  wanted.length === 0 || wanted.includes(place) || wanted.includes(place - of - 1);

const monthLength = ({ year, month }: Day) => dayNumber(year, month + 1, 1) - dayNumber(year, month, 1);
const yearLength = ({ year }: Day) => dayNumber(year + 1, 1, 1) - dayNumber(year, 1, 1);
const yearDay = ({ number, year }: Day) => number - dayNumber(year, 1, 1) + 1;

function isInWeek({ weekNumbers, weekStart }: Rule, day: Day): boolean {
  if (weekNumbers.length === 0) return true;
  const year = weekYearOf(day, weekStart);
  const [first, next] = [firstWeekOf(year, weekStart), firstWeekOf(year + 1, weekStart)];
  return isAmong(weekNumbers, Math.floor((day.number - first) / 7) + 1, (next - first) / 7);
}

/** "The second Tuesday" is one of the month, or of the year where a yearly rule names no month. */
function isOrdinal({ frequency, months }: Rule, day: Day, ordinal: number): boolean {
  if (ordinal === 0 || (frequency !== "MONTHLY" && frequency !== "YEARLY")) return true;
  const isOfYear = frequency === "YEARLY" && months.length === 0;
  const [place, length] = isOfYear ? [yearDay(day), yearLength(day)] : [day.date, monthLength(day)];
  return ordinal > 0 ? Math.ceil(place / 7) === ordinal : Math.ceil((length - place + 1) / 7) === -ordinal;
}

const isOnDay = (rule: Rule, day: Day): boolean =>
  rule.days.length === 0 ||
  rule.days.some(({ weekday, ordinal }) => weekday === day.weekday && isOrdinal(rule, day, ordinal));

export const takesDay = (rule: Rule, day: Day): boolean =>
  isAmong(rule.months, day.month, 12) &&
  isOnDay(rule, day) &&
  (rule.monthDays.length === 0 || isAmong(rule.monthDays, day.date, monthLength(day))) &&
  (rule.yearDays.length === 0 || isAmong(rule.yearDays, yearDay(day), yearLength(day))) &&
  isInWeek(rule, day);
