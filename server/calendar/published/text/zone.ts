// When the clocks of a time zone change, and its definition for calendar apps that do not know it by its name.
import type { Component, Property } from "./component.ts";

/** An hour that is skipped, or there twice: on the clock, from the earlier of both times to the later. */
export interface ClockChange {
  readonly year: number;
  /** What the clock shows when it is changed. */
  readonly at: Temporal.PlainDateTime;
  /** In seconds, before and after. */
  readonly from: number;
  readonly to: number;
}

const seconds = ({ offsetNanoseconds }: Temporal.ZonedDateTime): number => offsetNanoseconds / 1e9;

function changeAt(after: Temporal.ZonedDateTime): ClockChange {
  const from = seconds(after.subtract({ seconds: 1 }));
  const to = seconds(after);
  const at = after.toPlainDateTime().add({ seconds: from - to });
  return { year: at.year, at, from, to };
}

/** From the last one before `first` on. */
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

const weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

/** "2SU": the second Sunday of its month; "-1SU" the last. */
const placesOf = ({ at: { day, daysInMonth, dayOfWeek } }: ClockChange): string[] => {
  const weekday = weekdays[dayOfWeek - 1];
  return [`${Math.ceil(day / 7)}${weekday}`, ...(day > daysInMonth - 7 ? [`-1${weekday}`] : [])];
};

/** How many of them, from the last one back, are in this place in each year. */
function yearsIn(place: string, changes: readonly ClockChange[]): number {
  const lastYear = changes.at(-1)?.year ?? 0;
  const isRegular = (change: ClockChange, index: number) =>
    placesOf(change).includes(place) && change.year === lastYear - index;
  const odd = changes.toReversed().findIndex((change, index) => !isRegular(change, index));
  return odd < 0 ? changes.length : odd;
}

const twoDigits = (count: number): string => String(Math.trunc(count)).padStart(2, "0");

function offset(count: number): string {
  const size = Math.abs(count);
  return `${count < 0 ? "-" : "+"}${twoDigits(size / 3600)}:${twoDigits((size % 3600) / 60)}`;
}

const clockTime = (time: Temporal.PlainDateTime): string => time.toString({ smallestUnit: "second" });

const observance = ({ at, from, to }: ClockChange, ...more: Property[]): Component => [
  to > from ? "daylight" : "standard",
  [
    ["dtstart", {}, "date-time", clockTime(at)],
    ["tzoffsetfrom", {}, "utc-offset", offset(from)],
    ["tzoffsetto", {}, "utc-offset", offset(to)],
    ...more,
  ],
  [],
];

// Fewer years in a row are no habit.
const leastYears = 10;

/** Changes of one kind: each by itself until they become a rule. A list of dates is what many apps do not read. */
function observances(changes: readonly ClockChange[], untilYear: number): Component[] {
  const last = changes.at(-1);
  if (!last) return [];
  const yearsOf = (place: string) => yearsIn(place, changes);
  const [place = ""] = placesOf(last).sort((one, other) => yearsOf(other) - yearsOf(one));
  const years = yearsOf(place);
  const isRule = years >= leastYears && last.year >= untilYear;
  const single = isRule ? changes.slice(0, -years) : changes;
  const [first] = isRule ? changes.slice(-years) : [];
  const rule = { freq: "YEARLY", bymonth: last.at.month, byday: place };
  return [
    ...single.map((change) => observance(change)),
    ...(first ? [observance(first, ["rrule", {}, "recur", rule])] : []),
  ];
}

const kindOf = ({ at, from, to }: ClockChange): string =>
  `${at.month} ${at.toPlainTime()} ${at.dayOfWeek} ${from} ${to}`;

/** Of a zone whose clocks are never changed. */
function unchanging(timeZone: string): ClockChange {
  const at = Temporal.PlainDateTime.from("1970-01-01");
  const always = seconds(at.toZonedDateTime(timeZone));
  return { year: 1970, at, from: always, to: always };
}

/** VTIMEZONE, true from `first` on. */
export function zoneDefinition(timeZone: string, first: string, untilYear: number): Component {
  const changes = clockChanges(timeZone, first, untilYear);
  const kinds = Map.groupBy(changes.length > 0 ? changes : [unchanging(timeZone)], kindOf);
  return [
    "vtimezone",
    [["tzid", {}, "text", timeZone]],
    [...kinds.values()].flatMap((kind) => observances(kind, untilYear)),
  ];
}
