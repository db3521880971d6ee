// Programs name a day of an all-day event by an instant: the midnight at which it begins where its calendar is kept.

const isMidnight = ({ hour, minute, second }: Temporal.ZonedDateTime): boolean =>
  hour + minute + second === 0;

/**
 * The day that begins at an instant: in UTC, in the family's zone or, as the calendar may be kept elsewhere, in a zone in
 * which it is about midnight. Every other instant stands for the family's day.
 */
export function dayBeginningAt(instant: Temporal.Instant, timeZone: string): Temporal.PlainDate {
  const inUtc = instant.toZonedDateTimeISO("UTC");
  if (isMidnight(inUtc)) return inUtc.toPlainDate();
  const local = instant.toZonedDateTimeISO(timeZone);
  // Offsets from UTC are multiples of a quarter of an hour.
  if (isMidnight(local) || inUtc.second > 0 || inUtc.minute % 15 > 0) return local.toPlainDate();
  return inUtc.round({ smallestUnit: "day", roundingMode: "halfExpand" }).toPlainDate();
}

/** The last day of a rule for whole days. Some programs write its first moment, others its last second. */
function lastDayAt(instant: Temporal.Instant, timeZone: string): Temporal.PlainDate {
  const after = instant.add({ seconds: 1 });
  return after.epochMilliseconds % 60_000 === 0
    ? dayBeginningAt(after, timeZone).subtract({ days: 1 })
    : dayBeginningAt(instant, timeZone);
}

const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

const instantIn = (written: string): Temporal.Instant =>
  Temporal.Instant.from(written.replace(parts, "$1-$2-$3T$4:$5:$6Z"));

const compact = (day: Temporal.PlainDate): string => day.toString().replaceAll("-", "");

/** Converts a time of iCalendar, such as "20261126T230000Z", to the day that it means, "20261127". */
export const dayIn = (written: string, timeZone: string): string =>
  parts.test(written) ? compact(dayBeginningAt(instantIn(written), timeZone)) : written.slice(0, 8);

/** Converts the end of a rule for whole days to its last day. */
export const lastDayIn = (until: string, timeZone: string): string =>
  parts.test(until) ? compact(lastDayAt(instantIn(until), timeZone)) : until.slice(0, 8);
