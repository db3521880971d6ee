// The week of a letter, on the family's clock. It is sent on Saturday at six in the evening.
import { clockAt, dateOf } from "#server/platform/zoned-time.ts";

const saturday = 6;
const evening = Temporal.PlainTime.from("18:00");
const days = 7;

const eveningOf = (day: string, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime: evening });

/** The last Saturday on which the time of the letter has come, which may be today. */
export function lastSaturday(now: Date, timeZone: string): string {
  const clock = clockAt(now, timeZone);
  const day = clock.toPlainDate().subtract({ days: (clock.dayOfWeek - saturday + days) % days });
  const hasCome = Temporal.ZonedDateTime.compare(eveningOf(day.toString(), timeZone), clock) <= 0;
  return (hasCome ? day : day.subtract({ days })).toString();
}

/** When the letter of this Saturday is sent. */
export const timeOfLetter = (day: string, timeZone: string): Date => dateOf(eveningOf(day, timeZone));

/** When the letter after the one of this Saturday is sent. */
export const timeOfNextLetter = (day: string, timeZone: string): Date =>
  dateOf(eveningOf(day, timeZone).add({ days }));

export interface LetterWeek {
  readonly day: string;
  /** The letter has what was given from then on. */
  readonly since: Date;
  /** The first and the last day of what is coming. In the evening, today is over. */
  readonly from: string;
  readonly to: string;
}

/** The week that a letter written at this time covers. */
export function weekOf(at: Date, timeZone: string): LetterWeek {
  const clock = clockAt(at, timeZone);
  const day = clock.toPlainDate();
  const isOver = Temporal.PlainTime.compare(clock.toPlainTime(), evening) >= 0;
  const from = isOver ? day.add({ days: 1 }) : day;
  return {
    day: day.toString(),
    since: dateOf(clock.subtract({ days })),
    from: from.toString(),
    to: from.add({ days: days - 1 }).toString(),
  };
}
