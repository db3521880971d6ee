// The days on which a birthday is kept. All of them are days where the family lives, such as "2026-12-06".
import type { Birthday } from "./birthdays.ts";

const yearOf = (day: string): number => Number(day.slice(0, 4));

/** February 29 is kept on February 28 in other years. */
export function keptIn({ month, day }: Pick<Birthday, "month" | "day">, year: number): string {
  const lastOfMonth = new Date(0);
  lastOfMonth.setUTCFullYear(year, month, 0);
  lastOfMonth.setUTCDate(Math.min(day, lastOfMonth.getUTCDate()));
  return lastOfMonth.toISOString().slice(0, 10);
}

/** The years of life that are complete on this day, if the year of birth is known and there are any. */
export function ageOn({ year }: Birthday, day: string): number | undefined {
  if (year === null) return undefined;
  const age = yearOf(day) - year;
  return age > 0 ? age : undefined;
}

export const isKeptOn = (birthday: Birthday, day: string): boolean =>
  keptIn(birthday, yearOf(day)) === day && yearOf(day) >= (birthday.year ?? 0);

/** The next day on which it is kept, which may be today. */
export function nextKept(birthday: Birthday, today: string): string {
  const thisYear = keptIn(birthday, yearOf(today));
  return thisYear >= today ? thisYear : keptIn(birthday, yearOf(today) + 1);
}
