// The hours for messages that nobody waits for, on the family's clock.

const firstHour = 9;
const endHour = 20;

/** The next time at which such a message may be sent: now, or at 9 in the morning. */
export function nextDaytime(now: Date, timeZone: string): Date {
  const time = now.toTemporalInstant().toZonedDateTimeISO(timeZone);
  if (time.hour >= firstHour && time.hour < endHour) return now;
  const morning = time.add({ days: time.hour < firstHour ? 0 : 1 }).withPlainTime({ hour: firstHour });
  return new Date(morning.epochMilliseconds);
}
