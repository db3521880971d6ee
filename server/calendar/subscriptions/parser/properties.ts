// What an event says of itself. What makes no sense is as good as not said.
import ICAL from "ical.js";

function valuesOf(property: ICAL.Property) {
  try {
    return property.getValues();
  } catch {
    return [];
  }
}

export const valuesIn = (event: ICAL.Component, name: string) =>
  event.getAllProperties(name).flatMap(valuesOf);

export function textIn(event: ICAL.Component, name: string): string {
  const [text] = valuesIn(event, name);
  return typeof text === "string" ? text : "";
}

export const timeIn = (
  event: ICAL.Component,
  name: "dtstart" | "dtend" | "recurrence-id",
): ICAL.Time | undefined => valuesIn(event, name).find((value) => value instanceof ICAL.Time);

export const isCancelled = (event: ICAL.Component): boolean => /^cancell?ed$/i.test(textIn(event, "status"));

/** Whether it stands for one occurrence of another event. */
export const isException = (event: ICAL.Component): boolean => event.hasProperty("recurrence-id");

export const repeats = (event: ICAL.Component): boolean =>
  event.hasProperty("rrule") || event.hasProperty("rdate");

/** Whether it says when it is; what only calls off an occurrence need not. */
export const hasTime = (event: ICAL.Component): boolean =>
  timeIn(event, isException(event) ? "recurrence-id" : "dtstart") !== undefined;

const revisionOf = (event: ICAL.Component): number => Number(valuesIn(event, "sequence")[0]) || 0;

/** The series itself, or which of its occurrences: an exception for the first one is no revision of the series. */
const placeOf = (event: ICAL.Component): string =>
  isException(event) ? `for ${timeIn(event, "recurrence-id")}` : `from ${timeIn(event, "dtstart")}`;

/** Of several revisions of an event the newest; what is a stranger under the same UID stays. */
export function newestOf(events: readonly ICAL.Component[]): ICAL.Component[] {
  const revisions = Map.groupBy(events, (event) => `${textIn(event, "uid")} ${placeOf(event)}`);
  return [...revisions.values()].flatMap((each) => {
    const newest = Math.max(...each.map(revisionOf));
    return each.filter((event) => revisionOf(event) === newest);
  });
}
