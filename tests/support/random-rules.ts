// Generates rules allowed by RFC 5545 (section 3.3.10) that start near a clock change.
import fc from "fast-check";

/** Days on which each zone changes its clocks, and for Apia also the day that it skipped. */
export const changes = {
  "America/New_York": ["2026-03-08", "2026-11-01"],
  "Europe/London": ["2026-03-29", "2026-10-25"],
  "Australia/Sydney": ["2026-04-05", "2026-10-04"],
  "America/Santiago": ["2026-04-05", "2026-09-06"],
  "Australia/Lord_Howe": ["2026-04-05", "2026-10-04"],
  "Pacific/Apia": ["2011-12-30", "2012-04-01"],
} as const;

export type Parts = Readonly<Record<string, string>>;

export interface RandomSeries {
  readonly timeZone: string;
  /** YYYY-MM-DDTHH:MM:SS */
  readonly start: string;
  readonly parts: Parts;
}

const names = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const upTo = (max: number) => fc.integer({ min: 1, max });
const either = (max: number) =>
  fc.oneof(
    upTo(max),
    upTo(max).map((number) => -number),
  );
const below = (max: number) => fc.integer({ min: 0, max: max - 1 });
const weekday = fc.constantFrom(...names);
const ordinal = fc.tuple(either(5), weekday).map(([number, day]) => `${number}${day}`);
const list = (value: fc.Arbitrary<number | string>) =>
  fc.uniqueArray(value, { minLength: 1, maxLength: 3 }).map((values) => values.join(","));
const sometimes = (value: fc.Arbitrary<string>, weight = 4) =>
  fc.oneof({ arbitrary: fc.constant(""), weight: 12 }, { arbitrary: value, weight });

const days = sometimes(list(weekday), 8);
const daysOrOrdinals = sometimes(list(fc.oneof(weekday, ordinal)), 12);
const monthDays = sometimes(list(either(31)));
const yearDays = sometimes(list(either(366)));

const ofFrequency: Record<string, Record<string, fc.Arbitrary<string>>> = {
  YEARLY: {
    BYWEEKNO: sometimes(list(fc.oneof(either(53), fc.constantFrom(1, -1, 52, -52, 53, -53)))),
    BYYEARDAY: yearDays,
    BYMONTHDAY: monthDays,
    BYDAY: daysOrOrdinals,
  },
  MONTHLY: { BYMONTHDAY: monthDays, BYDAY: daysOrOrdinals },
  WEEKLY: { BYDAY: days },
  DAILY: { BYMONTHDAY: monthDays, BYDAY: days },
  HOURLY: { BYMONTHDAY: monthDays, BYDAY: days },
  MINUTELY: { BYDAY: days },
  SECONDLY: { BYDAY: days },
};

const ofAll = {
  INTERVAL: sometimes(upTo(5).map(String), 12),
  BYMONTH: sometimes(list(upTo(12))),
  BYHOUR: sometimes(list(below(24)), 2),
  BYMINUTE: sometimes(list(below(60)), 2),
  BYSECOND: sometimes(list(below(60)), 1),
  BYSETPOS: sometimes(list(either(4)), 2),
  WKST: sometimes(weekday),
};

const utc = (instant: Temporal.Instant) => instant.toString({ smallestUnit: "second" }).replace(/[-:]/g, "");

/** The end of a rule: an end date, a count, or none. */
const endOf = (start: Temporal.ZonedDateTime): fc.Arbitrary<Parts> =>
  fc.oneof(
    fc.constant({}),
    upTo(30).map((count) => ({ COUNT: String(count) })),
    upTo(2_000_000).map((minutes) => ({ UNTIL: utc(start.add({ minutes }).toInstant()) })),
  );

/** Removes what the RFC forbids, such as BYSETPOS alone or the second Tuesday of a week number. */
function allowed(parts: Parts): Parts {
  const given = Object.entries(parts).filter(([, value]) => value !== "");
  const isOfSomething = given.some(([name]) => name.startsWith("BY") && name !== "BYSETPOS");
  const kept = given.filter(([name]) => name !== "BYSETPOS" || isOfSomething);
  const weeks = parts.BYWEEKNO ? { BYDAY: (parts.BYDAY ?? "").replace(/-?\d/g, "") } : {};
  const all = { ...Object.fromEntries(kept), ...weeks };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ""));
}

/**
 * Starts up to three days before or after a clock change, in the first four hours or at any time of the day.
 */
const startsIn = (timeZone: keyof typeof changes) =>
  fc
    .tuple(
      fc.constantFrom(...changes[timeZone]),
      fc.integer({ min: -3, max: 3 }),
      fc.oneof(below(240), below(1440)),
    )
    .map(([day, days, minutes]) => Temporal.PlainDateTime.from(day).add({ days }).add({ minutes }))
    .map((time) => time.toZonedDateTime(timeZone));

export const randomSeries = (timeZone: keyof typeof changes): fc.Arbitrary<RandomSeries> =>
  fc.tuple(startsIn(timeZone), fc.constantFrom(...Object.keys(ofFrequency))).chain(([start, frequency]) =>
    fc.tuple(fc.record({ ...ofAll, ...ofFrequency[frequency] }), endOf(start)).map(([parts, end]) => ({
      timeZone,
      start: start.toPlainDateTime().toString({ smallestUnit: "second" }),
      parts: { FREQ: frequency, ...allowed(parts), ...end },
    })),
  );
