// Writes manual events for calendar apps: a repeating event with its rule, its exceptions, and the dates that differ.
import ICAL from "ical.js";
import { isOffRule, lastTime, timesHeld, withLeapDay } from "../../manual-events/recurrence.ts";
import { movedTo } from "../../manual-events/wall-clock.ts";
import type { ManualRow } from "../outgoing.ts";
import {
  type Component,
  eventComponent,
  type FamilyClock,
  type Property,
  timeProperty,
} from "./event-component.ts";

const list = new Intl.ListFormat("en-US");

const sentence = (names: readonly string[], part: string): string[] =>
  names.length > 0 ? [`${list.format(names)} ${names.length > 1 ? "are" : "is"} ${part}.`] : [];

/** "Ben is driving. Anna and Rose are coming." */
const descriptionOf = ({ driving, coming }: ManualRow): string =>
  [...sentence(driving, "driving"), ...sentence(coming, "coming")].join(" ");

/** The last day counts to its end in the family's zone. If the event has times, apps expect that in UTC. */
function ruleProperty(said: string, { is_all_day, starts }: ManualRow, timeZone: string): Property {
  const rule = withLeapDay(said, starts);
  const until = (_: string, date: string, time = "T235959") => {
    const end = Temporal.PlainDateTime.from(date + time).toZonedDateTime(timeZone);
    return `UNTIL=${end.toInstant().toString({ smallestUnit: "second" }).replace(/[-:]/g, "")}`;
  };
  const localRule = is_all_day ? rule : rule.replace(/UNTIL=(\d{8})(T\d{6})?/, until);
  return ["rrule", {}, "recur", ICAL.Recur.fromString(localRule).toJSON()];
}

/**
 * Apps disagree on whether a start off its rule takes place and counts, so it is written in a way that all of them read
 * alike.
 */
function repetitionOf(rule: string, row: ManualRow, timeZone: string): Property[] {
  if (!isOffRule(rule, row.starts)) return [ruleProperty(rule, row, timeZone)];
  const last = /COUNT=/.test(rule) ? lastTime(rule, row.starts) : undefined;
  const until = last
    ?.replace(/[-:]/g, "")
    .replace(" ", "T")
    .slice(0, row.is_all_day ? 8 : 15);
  return [
    ruleProperty(rule.replace(/;COUNT=\d+/, until ? `;UNTIL=${until}` : ""), row, timeZone),
    timeProperty("rdate", row, timeZone, row.starts),
  ];
}

/** The dates that were changed on their own and still belong to the series, by their original start. */
type OwnDates = ReadonlyMap<string, ManualRow>;

/** For a date during which the clocks change, start and end are written out. */
function crossingDate(series: ManualRow, start: string, clock: FamilyClock, uid: string): Component {
  const span = movedTo(start, { starts_on_clock: series.starts, ends_on_clock: series.ends });
  const date = { ...series, starts: span.starts_on_clock, ends: span.ends_on_clock };
  const repetition = [timeProperty("recurrence-id", series, clock.timeZone, start)];
  return eventComponent(date, clock, { uid, description: descriptionOf(series), repetition });
}

function ownDate(
  [original, date]: readonly [string, ManualRow],
  series: ManualRow,
  clock: FamilyClock,
  uid: string,
): Component {
  const repetition = [timeProperty("recurrence-id", series, clock.timeZone, original)];
  return eventComponent(date, clock, { uid, description: descriptionOf(date), repetition });
}

interface Series {
  readonly row: ManualRow;
  readonly rule: string;
  /** The exceptions that fall on times of the rule. */
  readonly held: readonly string[];
  readonly own: OwnDates;
}

function seriesComponents({ row, rule, held, own }: Series, clock: FamilyClock, uid: string): Component[] {
  const { timeZone } = clock;
  const out = held.filter((time) => !own.has(time));
  const exceptions = out.length > 0 ? [timeProperty("exdate", row, timeZone, ...out)] : [];
  const repetition = [...repetitionOf(rule, row, timeZone), ...exceptions];
  const crossing = row.is_all_day ? [] : row.crossing;
  return [
    eventComponent(row, clock, { uid, description: descriptionOf(row), repetition, isSeries: true }),
    ...crossing.map((start) => crossingDate(row, start, clock, uid)),
    ...[...own].map((date) => ownDate(date, row, clock, uid)),
  ];
}

/** Dates that apps accept as part of a series are written with it. The others are written as events of their own. */
function seriesOf(row: ManualRow, rule: string, dates: readonly ManualRow[]): Series {
  const held = timesHeld(rule, row.starts, row.exceptions);
  const own = dates.flatMap((date) => {
    const original = held.find(
      (time) => date.replaced_date === time || date.replaced_date === time.slice(0, 10),
    );
    return original && date.is_all_day === row.is_all_day ? [[original, date] as const] : [];
  });
  return { row, rule, held, own: new Map(own) };
}

/** Yields the components of each event in turn. */
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
