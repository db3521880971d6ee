// One event as calendar apps read it (VEVENT), in the form that ical.js writes (jCal, RFC 7265).
import type { EventCategory } from "#contract/calendar/calendar.ts";
import type { ClockChange } from "../clock-changes.ts";
import type { PlannedEvent } from "../outgoing.ts";

export type Property = [
  name: string,
  parameters: Record<string, string>,
  type: string,
  ...values: (string | number | object)[],
];

export type Component = [name: string, properties: Property[], components: Component[]];

// Around a change of the clocks, these say what the clock really shows and how long something really takes.

export interface FamilyClock {
  readonly timeZone: string;
  /** Replaces a time that the clocks skip by the one that they show instead. */
  shown(time: string): string;
  /** Whether the clocks change between the two times. */
  isChangedBetween(starts: string, ends: string): boolean;
}

const plain = (time: string) => Temporal.PlainDateTime.from(time.replace(" ", "T"));
const text = (time: Temporal.PlainDateTime): string =>
  time.toString({ smallestUnit: "second" }).replace("T", " ");

/** The duration in iCalendar's form: days on the clock, then elapsed hours. */
const lengthOf = (starts: string, ends: string): string =>
  plain(starts).until(plain(ends), { largestUnit: "day" }).toString();

export function familyClock(timeZone: string, changes: readonly ClockChange[]): FamilyClock {
  const changing = new Set(changes.map(({ at }) => at.toPlainDate().toString()));
  const zoned = (time: string) => plain(time).toZonedDateTime(timeZone);
  return {
    timeZone,
    // Only days with a clock change need a closer look.
    shown: (time) => (changing.has(time.slice(0, 10)) ? text(zoned(time).toPlainDateTime()) : time),
    isChangedBetween: (starts, ends) => zoned(starts).offsetNanoseconds !== zoned(ends).offsetNanoseconds,
  };
}

const categoryWords: Record<EventCategory, string> = {
  kids: "Kids",
  family: "Family",
  appointment: "Appointment",
};

/** A property with a time, or with a day. */
export const timeProperty = (
  name: string,
  { is_all_day }: Pick<PlannedEvent, "is_all_day">,
  timeZone: string,
  ...times: readonly string[]
): Property =>
  is_all_day
    ? [name, {}, "date", ...times.map((time) => time.slice(0, 10))]
    : [name, { tzid: timeZone }, "date-time", ...times.map((time) => time.replace(" ", "T"))];

const textProperty = (name: string, text: string): Property[] => (text ? [[name, {}, "text", text]] : []);

const stamp = (name: string, { revised_at }: PlannedEvent): Property => [
  name,
  {},
  "date-time",
  `${revised_at.toISOString().slice(0, 19)}Z`,
];

/**
 * The first event of a series has a duration, which then holds for all dates, unless the clocks change while it takes
 * place.
 */
function endOf(event: PlannedEvent, clock: FamilyClock, isSeries: boolean): Property[] {
  const { starts, ends, is_all_day } = event;
  if (isSeries && !is_all_day && clock.isChangedBetween(starts, ends))
    return [["duration", {}, "duration", lengthOf(starts, ends)]];
  const end = is_all_day ? ends : clock.shown(ends);
  return end > starts ? [timeProperty("dtend", event, clock.timeZone, end)] : [];
}

interface EventDetails {
  readonly uid: string;
  readonly description: string;
  /** The properties that make it repeat, or that say which date of a series it is. */
  readonly repetition: readonly Property[];
  readonly isSeries?: boolean;
}

export function eventComponent(event: PlannedEvent, clock: FamilyClock, details: EventDetails): Component {
  const { is_all_day, starts, title, location, revision, category } = event;
  const { uid, description, repetition, isSeries = false } = details;
  const start = is_all_day || isSeries ? starts : clock.shown(starts);
  const properties: Property[] = [
    ["uid", {}, "text", uid],
    stamp("dtstamp", event),
    stamp("last-modified", event),
    ["sequence", {}, "integer", revision],
    timeProperty("dtstart", event, clock.timeZone, start),
    ...endOf(event, clock, isSeries),
    ...repetition,
    ["summary", {}, "text", title],
    ...textProperty("location", location),
    ...textProperty("description", description),
    ["categories", {}, "text", categoryWords[category]],
  ];
  return ["vevent", properties, []];
}
