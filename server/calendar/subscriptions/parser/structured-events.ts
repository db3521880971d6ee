// Events that come as data. Only their recurrence has to be parsed, because Google's API has it in lines of iCalendar.
import ICAL from "ical.js";
import type { CalendarProperty, StructuredEvent } from "../feed-event.ts";
import { linesOf, linesToParse } from "./lines/pieces.ts";

/** The start as a line, because dates without a zone are in the zone of the start. */
const startLine = (properties: readonly CalendarProperty[]): string[] =>
  properties
    .filter(([name]) => name === "dtstart")
    .map(([, { tzid }, , value]) => `DTSTART${tzid ? `;TZID="${tzid}"` : ""}:${value.replace(/[-:]/g, "")}`);

function propertyIn(line: string) {
  try {
    return [ICAL.parse.property(line)];
  } catch {
    return [];
  }
}

/** A line that makes no sense is left out. */
export function componentOf({ properties, recurrence }: StructuredEvent): ICAL.Component {
  const edge = ["BEGIN:VEVENT", ...startLine(properties)];
  const lines = linesToParse([...edge, ...linesOf(recurrence.join("\n"))]).slice(edge.length);
  return new ICAL.Component(["vevent", [...properties, ...lines.flatMap(propertyIn)], []]);
}

/** What names the time zones of an event. */
export const zonesOf = ({ properties, recurrence }: StructuredEvent): string[] => [
  ...properties.flatMap(([, { tzid }]) => (tzid ? [`TZID="${tzid}"`] : [])),
  ...recurrence,
];

export const titleOf = ({ properties }: StructuredEvent): string =>
  properties.find(([name]) => name === "summary")?.[3] ?? "";
