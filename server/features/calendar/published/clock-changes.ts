// Finds the clock changes of a time zone.

/** A change at which the clock skips time or shows it twice. */
export interface ClockChange {
  readonly year: number;
  /** The time that the clock shows just before the change. */
  readonly at: Temporal.PlainDateTime;
  /** The offsets from UTC in seconds, before and after. */
  readonly from: number;
  readonly to: number;
}

/** The offset from UTC in seconds. */
export const offsetOf = ({ offsetNanoseconds }: Temporal.ZonedDateTime): number => offsetNanoseconds / 1e9;

function changeAt(after: Temporal.ZonedDateTime): ClockChange {
  const from = offsetOf(after.subtract({ seconds: 1 }));
  const to = offsetOf(after);
  const at = after.toPlainDateTime().add({ seconds: from - to });
  return { year: at.year, at, from, to };
}

/** The list starts with the last change before `first`. */
export function clockChanges(timeZone: string, first: string, untilYear: number): ClockChange[] {
  const start = Temporal.PlainDate.from(first).toZonedDateTime(timeZone);
  const changes: ClockChange[] = [];
  let next = start.getTimeZoneTransition("previous") ?? start.getTimeZoneTransition("next");
  while (next && next.year <= untilYear) {
    changes.push(changeAt(next));
    next = next.getTimeZoneTransition("next");
  }
  return changes;
}
