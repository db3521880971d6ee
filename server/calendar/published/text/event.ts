// One event as calendar apps read it: VEVENT.
import type { EventCategory } from "#contract/calendar/calendar.ts";
import type { PlannedEvent } from "../outgoing.ts";
import type { Component, Property } from "./component.ts";
import { type FamilyClock, lengthOf } from "./family-clock.ts";

const categoryWords: Record<EventCategory, string> = {
  kids: "Kids",
  family: "Family",
  appointment: "Appointment",
};

/** At a time of the clock, or on a day. */
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

/** What begins the others of a series says how long they take, unless the clocks change while it takes place. */
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
  /** How it repeats, or which date of a series it is. */
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
