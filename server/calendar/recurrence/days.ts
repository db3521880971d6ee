// Days are numbers, counted from 1970-01-01 in the Gregorian calendar.

const aDay = 86_400_000;

export const dayNumber = (year: number, month: number, date: number): number =>
  Date.UTC(year, month - 1, date) / aDay;

export interface Day {
  readonly number: number;
  readonly year: number;
  readonly month: number;
  readonly date: number;
  /** 0 is Sunday. */
  readonly weekday: number;
}

export function dayAt(number: number): Day {
  const time = new Date(number * aDay);
  return {
    number,
    year: time.getUTCFullYear(),
    month: time.getUTCMonth() + 1,
    date: time.getUTCDate(),
    weekday: time.getUTCDay(),
  };
}

/** The first day of the week that contains a day. */
export const weekOf = ({ number, weekday }: Day, weekStart: number): number =>
  number - ((weekday - weekStart + 7) % 7);

/** The first day of a year's first week, which has at least four days in the year. */
export const firstWeekOf = (year: number, weekStart: number): number =>
  weekOf(dayAt(dayNumber(year, 1, 4)), weekStart);

/** The year to whose weeks a day belongs. */
export function weekYearOf(day: Day, weekStart: number): number {
  if (day.number < firstWeekOf(day.year, weekStart)) return day.year - 1;
  return day.number < firstWeekOf(day.year + 1, weekStart) ? day.year : day.year + 1;
}
