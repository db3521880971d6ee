// The time on the clocks of a time zone, and back.

export const clockAt = (at: Date, timeZone: string): Temporal.ZonedDateTime =>
  at.toTemporalInstant().toZonedDateTimeISO(timeZone);

export const dateOf = (time: Temporal.ZonedDateTime): Date => new Date(time.epochMilliseconds);
