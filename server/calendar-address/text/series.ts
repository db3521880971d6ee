// Manual events as they go out: one that repeats with its rule, what is left out, and the dates that differ.
import ICAL from "ical.js";
import { daysHeld } from "../../manual-events/recurrence.ts";
import { movedTo } from "../../manual-events/wall-clock.ts";
import type { ManualRow } from "../outgoing.ts";
import type { Component, Property } from "./component.ts";
import { eventComponent, timeProperty } from "./event.ts";
import type { FamilyClock } from "./family-clock.ts";

const list = new Intl.ListFormat("en-US");

const sentence = (names: readonly string[], part: string): string[] =>
  names.length > 0 ? [`${list.format(names)} ${names.length > 1 ? "are" : "is"} ${part}.`] : [];

/** "Ben is driving. Anna and Rose are coming." */
const descriptionOf = ({ driving, coming }: ManualRow): string =>
  [...sentence(driving, "driving"), ...sentence(coming, "coming")].join(" ");

/** The last day counts to its end, where the family lives; among times, apps want to be told in UTC. */
function ruleOf(rule: string, { is_all_day }: ManualRow, timeZone: string): Property {
  const until = (_: string, year: string, month: string, day: string) => {
    const end = Temporal.PlainDateTime.from(`${year}-${month}-${day}T23:59:59`).toZonedDateTime(timeZone);
    return `UNTIL=${end.toInstant().toString().replace(/[-:]/g, "")}`;
  };
  const told = is_all_day ? rule : rule.replace(/UNTIL=(\d{4})(\d\d)(\d\d)/, until);
  return ["rrule", {}, "recur", ICAL.Recur.fromString(told).toJSON()];
}

const timeOfDay = ({ starts }: ManualRow): string => starts.slice(10);

/** Dates that were changed by themselves and are still dates of their series: by their days. */
type OwnDates = ReadonlyMap<string, ManualRow>;

/** A night on which the clocks change: when it begins and ends then, told outright. */
function crossingDate(series: ManualRow, start: string, clock: FamilyClock, uid: string): Component {
  const span = movedTo(start, { starts_on_clock: series.starts, ends_on_clock: series.ends });
  const date = { ...series, starts: span.starts_on_clock, ends: span.ends_on_clock };
  const repetition = [timeProperty("recurrence-id", series, clock.timeZone, start)];
  return eventComponent(date, clock, { uid, description: descriptionOf(series), repetition });
}

function ownDate(date: ManualRow, series: ManualRow, clock: FamilyClock, uid: string): Component {
  const original = `${date.instead_of}${timeOfDay(series)}`;
  const repetition = [timeProperty("recurrence-id", series, clock.timeZone, original)];
  return eventComponent(date, clock, { uid, description: descriptionOf(date), repetition });
}

interface Series {
  readonly row: ManualRow;
  readonly rule: string;
  /** Exceptions that its rule would hold on. */
  readonly held: readonly string[];
  readonly own: OwnDates;
}

function seriesComponents({ row, rule, held, own }: Series, clock: FamilyClock, uid: string): Component[] {
  const { timeZone } = clock;
  const out = held.filter((day) => !own.has(day)).map((day) => day + timeOfDay(row));
  const exceptions = out.length > 0 ? [timeProperty("exdate", row, timeZone, ...out)] : [];
  const repetition = [ruleOf(rule, row, timeZone), ...exceptions];
  const crossing = row.is_all_day ? [] : row.crossing;
  return [
    eventComponent(row, clock, { uid, description: descriptionOf(row), repetition, isSeries: true }),
    ...crossing.map((start) => crossingDate(row, start, clock, uid)),
    ...[...own.values()].map((date) => ownDate(date, row, clock, uid)),
  ];
}

/** What a series takes along goes out with it; its other dates are events of their own. */
function seriesOf(row: ManualRow, rule: string, dates: readonly ManualRow[]): Series {
  const held = daysHeld(rule, row.starts, row.exceptions);
  const fits = ({ instead_of, is_all_day }: ManualRow) =>
    instead_of !== null && held.includes(instead_of) && is_all_day === row.is_all_day;
  return { row, rule, held, own: new Map(dates.filter(fits).map((date) => [date.instead_of ?? "", date])) };
}

/** The components of each event in turn. */
export function* manualComponents(
  rows: readonly ManualRow[],
  clock: FamilyClock,
  uidOf: (id: number) => string,
): Generator<Component[]> {
  const dates = Map.groupBy(rows, ({ series_id }) => series_id);
  const taken = new Set<ManualRow>();
  for (const row of rows) {
    if (row.recurrence === null) continue;
    const series = seriesOf(row, row.recurrence, dates.get(row.id) ?? []);
    for (const date of series.own.values()) taken.add(date);
    yield seriesComponents(series, clock, uidOf(row.id));
  }
  for (const row of rows) {
    if (row.recurrence !== null || taken.has(row)) continue;
    yield [
      eventComponent(row, clock, { uid: uidOf(row.id), description: descriptionOf(row), repetition: [] }),
    ];
  }
}
