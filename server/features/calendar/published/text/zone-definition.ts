// Writes the definition of a time zone, for calendar apps that do not know it by its name.
import { type ClockChange, clockChanges, offsetOf } from "../clock-changes.ts";
import type { Component, Property } from "./event-component.ts";

const weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

/** "2SU" is the second Sunday of its month, "-1SU" the last. */
const placesOf = ({ at: { day, daysInMonth, dayOfWeek } }: ClockChange): string[] => {
  const weekday = weekdays[dayOfWeek - 1];
  return [`${Math.ceil(day / 7)}${weekday}`, ...(day > daysInMonth - 7 ? [`-1${weekday}`] : [])];
};

/** Counts the years in a row, back from the last one, that have a change in this place. */
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

// Fewer years in a row are not enough for a rule.
const leastYears = 10;

/** Writes the changes of one kind: one by one until they follow a rule. Many apps do not read a list of dates. */
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

/** The definition of a zone whose clocks never change. */
function unchanging(timeZone: string): ClockChange {
  const at = Temporal.PlainDateTime.from("1970-01-01");
  const always = offsetOf(at.toZonedDateTime(timeZone));
  return { year: 1970, at, from: always, to: always };
}

/** A VTIMEZONE that is correct from `first` on. */
export function zoneDefinition(timeZone: string, first: string, untilYear: number): Component {
  const changes = clockChanges(timeZone, first, untilYear);
  const kinds = Map.groupBy(changes.length > 0 ? changes : [unchanging(timeZone)], kindOf);
  return [
    "vtimezone",
    [["tzid", {}, "text", timeZone]],
    [...kinds.values()].flatMap((kind) => observances(kind, untilYear)),
  ];
}
