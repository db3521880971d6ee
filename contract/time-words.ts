// Days and times as people say them, in US English.

/** "13:05" is "1:05 PM". */
export function clockTime(time: string): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return `${hour % 12 || 12}:${String(minute).padStart(2, "0")} ${hour < 12 ? "AM" : "PM"}`;
}

const part = (day: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" }).format(new Date(day));

/** The parts of a day such as "2026-11-20". */
export const weekday = (day: string): string => part(day, { weekday: "long" });
export const shortWeekday = (day: string): string => part(day, { weekday: "short" });
export const monthAndDay = (day: string): string => part(day, { month: "long", day: "numeric" });
export const dayOfMonth = (day: string): string => part(day, { day: "numeric" });

/** "2026-11-24" is "Nov 24, 2026", wherever the device is. */
export const shortDay = (day: string): string => part(day, { dateStyle: "medium" });

/** January is 1. */
export const monthName = (month: number): string =>
  part(new Date(Date.UTC(2000, month - 1)).toISOString(), { month: "long" });
