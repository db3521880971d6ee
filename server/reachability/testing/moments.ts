// When somebody is tested, by their family's clock.

const saturday = 6;
const morning = Temporal.PlainTime.from("10:00");
const civilHours = { from: 9, until: 20 };
const enoughDays = 3;

const clockAt = (now: Date, timeZone: string): Temporal.ZonedDateTime =>
  now.toTemporalInstant().toZonedDateTimeISO(timeZone);

const dateOf = (time: Temporal.ZonedDateTime): Date => new Date(time.epochMilliseconds);

/** The next Saturday at ten in the morning. */
export function nextTestAfter(now: Date, timeZone: string): Date {
  const clock = clockAt(now, timeZone);
  const thisWeeks = clock.add({ days: (saturday - clock.dayOfWeek + 7) % 7 }).withPlainTime(morning);
  return dateOf(
    Temporal.ZonedDateTime.compare(thisWeeks, clock) > 0 ? thisWeeks : thisWeeks.add({ weeks: 1 }),
  );
}

/** The time of the test after one that is sent now, which may be late. */
export const testAfterThis = (now: Date, timeZone: string): Date =>
  nextTestAfter(dateOf(clockAt(now, timeZone).add({ days: enoughDays })), timeZone);

/** Now, or at the end of the night. */
export function civilMoment(now: Date, timeZone: string): Date {
  const clock = clockAt(now, timeZone);
  if (clock.hour >= civilHours.from && clock.hour < civilHours.until) return now;
  const today = clock.withPlainTime(morning);
  return dateOf(clock.hour < civilHours.from ? today : today.add({ days: 1 }));
}
