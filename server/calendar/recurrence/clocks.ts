/** The instant, in milliseconds, at which a clock shows a time or a day begins. */
export type Clock = (time: string) => number;

/** Of times that belong to no zone: whatever clock people look at shows them. */
export const anyClock: Clock = (time) => Date.parse(time.length > 10 ? `${time}Z` : time);

/** Of a time that is there twice it is the first; one that is skipped is as long after as if it had not been. */
export const clockOf =
  (timeZone: string): Clock =>
  (time) =>
    Temporal.PlainDateTime.from(time).toZonedDateTime(timeZone).epochMilliseconds;
