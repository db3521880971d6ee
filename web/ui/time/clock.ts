// Instants on a clock: of this device, or of a time zone.

import { minuteMs } from "#contract/durations.ts";
import { clockTime, monthAndDay, weekday } from "#contract/time-words.ts";

/** The time of an instant on this device's clock. */
export function timeOf(instant: string): string {
  const date = new Date(instant);
  return clockTime(`${date.getHours()}:${date.getMinutes()}`);
}

export interface WallClock {
  /** YYYY-MM-DD */
  day: string;
  /** HH:MM, 24 hours */
  time: string;
}

/** The wall-clock time of an instant in a time zone. */
export function wallClock(now: number, timeZone: string): WallClock {
  const shown = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
  const [day = "", time = ""] = shown.format(now).split(" ");
  return { day, time };
}

/** The day of an instant in a time zone: "Friday, November 27". */
export function longDay(instant: string, timeZone: string): string {
  const { day } = wallClock(Date.parse(instant), timeZone);
  return `${weekday(day)}, ${monthAndDay(day)}`;
}

export const minutesSince = (instant: string, now: number): number =>
  Math.max(0, Math.floor((now - Date.parse(instant)) / minuteMs));

const count = (amount: number, unit: string) => `${amount} ${unit}${amount === 1 ? "" : "s"}`;

export function duration(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  if (hours < 1) return count(minutes, "minute");
  return hours < 48 ? count(hours, "hour") : count(Math.floor(hours / 24), "day");
}

export const ago = (minutes: number): string => (minutes < 1 ? "just now" : `${duration(minutes)} ago`);

// Days with their year.

/** The day of an instant in a time zone, or else on this device's clock: "Nov 27, 2026". */
export const shortDate = (instant: string, timeZone?: string): string =>
  new Date(instant).toLocaleDateString("en-US", { dateStyle: "medium", timeZone });
