// The day of a light, on the family's clock: from 4 AM until midnight.
import { clockAt, dateOf } from "#server/platform/zoned-time.ts";
import type { Light } from "./queries.ts";

const dayBegins = Temporal.PlainTime.from("04:00");
/** Nobody is told between these times that a light stays dark. */
const nightBegins = Temporal.PlainTime.from("21:00");
const nightEnds = Temporal.PlainTime.from("07:00");

export const todayIn = (timeZone: string, now: Date): string =>
  clockAt(now, timeZone).toPlainDate().toString();

/** When the day began. Undefined before 4 AM, because lights go out at midnight. */
export function beginningOfDay(now: Date, timeZone: string): Date | undefined {
  const begins = dateOf(clockAt(now, timeZone).withPlainTime(dayBegins));
  return now < begins ? undefined : begins;
}

/** When the day ends or the next one begins. */
export function nextBoundary(now: Date, timeZone: string): Date {
  const clock = clockAt(now, timeZone);
  const begins = dateOf(clock.withPlainTime(dayBegins));
  return now < begins ? begins : dateOf(clock.add({ days: 1 }).startOfDay());
}

/** The time if it is of the day that has begun. */
function ifToday(at: Date | null, timeZone: string, now: Date): Date | undefined {
  const begins = beginningOfDay(now, timeZone);
  return at !== null && begins !== undefined && at >= begins ? at : undefined;
}

/** When the light was turned on today. Undefined while it is dark. */
export const litToday = (
  { litAt, timeZone }: Pick<Light, "timeZone" | "litAt">,
  now: Date,
): Date | undefined => ifToday(litAt, timeZone, now);

export const usedToday = (
  { usedAt, timeZone }: Pick<Light, "timeZone" | "usedAt">,
  now: Date,
): Date | undefined => ifToday(usedAt, timeZone, now);

export const isAway = ({ timeZone, awayUntil }: Pick<Light, "timeZone" | "awayUntil">, now: Date): boolean =>
  awayUntil !== null && awayUntil >= todayIn(timeZone, now);

/** The next time at which a light is usually on. */
export function nextUsualTime(
  { timeZone, usualTime }: Pick<Light, "timeZone" | "usualTime">,
  now: Date,
): Date {
  const clock = clockAt(now, timeZone);
  const today = dateOf(clock.withPlainTime(usualTime));
  return now < today ? today : dateOf(clock.add({ days: 1 }).withPlainTime(usualTime));
}

/**
 * When people may be told that a light stays dark: from its usual time until the evening of the same day, and never in
 * the early morning. Undefined while there is nothing to tell: before the usual time, in the evening, and while the light
 * is on, paused, or was used.
 */
export function tellingTime(light: Light, now: Date): Date | undefined {
  const clock = clockAt(now, light.timeZone);
  const usual = dateOf(clock.withPlainTime(light.usualTime));
  if (now < usual || now >= dateOf(clock.withPlainTime(nightBegins))) return undefined;
  if (litToday(light, now) || usedToday(light, now) || isAway(light, now)) return undefined;
  const morning = dateOf(clock.withPlainTime(nightEnds));
  return usual > morning ? usual : morning;
}
