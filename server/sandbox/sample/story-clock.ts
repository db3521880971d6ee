import type { Clock } from "#server/world.ts";

/** The clock of the family's month: it is set to whatever day is being told. */
export class StoryClock implements Clock {
  readonly timeZone = Temporal.Now.timeZoneId();
  readonly #present: Date;
  #now: Date;

  constructor(present: Date) {
    this.#present = present;
    this.#now = present;
  }

  now = (): Date => this.#now;

  /** YYYY-MM-DD, so many days after today; before it, when negative. */
  day(days: number): string {
    const present = this.#present.toTemporalInstant();
    return present.toZonedDateTimeISO(this.timeZone).toPlainDate().add({ days }).toString();
  }

  /** "2026-11-20T10:30" on the family's wall. */
  wall = (days: number, time: string): string => `${this.day(days)}T${time}`;

  go(days: number, time: string): void {
    const wall = Temporal.PlainDateTime.from(this.wall(days, time));
    this.#now = new Date(wall.toZonedDateTime(this.timeZone).epochMilliseconds);
  }

  pass(minutes: number): void {
    this.#now = new Date(this.#now.getTime() + minutes * 60_000);
  }

  /** A little before the present. */
  end(minutesBefore: number): void {
    this.#now = this.#present;
    this.pass(-minutesBefore);
  }
}
