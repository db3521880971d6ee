// Reads the properties of an event. A property that cannot be parsed counts as missing.
import ICAL from "ical.js";
import { shortened } from "#contract/graphemes.ts";
import { wordsIn } from "./plain-words.ts";

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

/** Whether it replaces one occurrence of another event. */
export const isException = (event: ICAL.Component): boolean => event.hasProperty("recurrence-id");

export const repeats = (event: ICAL.Component): boolean =>
  event.hasProperty("rrule") || event.hasProperty("rdate");

/** Whether it has a time. A component that only cancels an occurrence may have none of its own. */
export const hasTime = (event: ICAL.Component): boolean =>
  timeIn(event, isException(event) ? "recurrence-id" : "dtstart") !== undefined;

const revisionOf = (event: ICAL.Component): number => Number(valuesIn(event, "sequence")[0]) || 0;

/** Tells the series from its occurrences, because an exception for the first one is not a revision of the series. */
const placeOf = (event: ICAL.Component): string =>
  isException(event) ? `for ${timeIn(event, "recurrence-id")}` : `from ${timeIn(event, "dtstart")}`;

/** Keeps the newest revision of each event. Different events with the same UID all stay. */
export function newestOf(events: readonly ICAL.Component[]): ICAL.Component[] {
  const revisions = Map.groupBy(events, (event) => `${textIn(event, "uid")} ${placeOf(event)}`);
  return [...revisions.values()].flatMap((each) => {
    const newest = Math.max(...each.map(revisionOf));
    return each.filter((event) => revisionOf(event) === newest);
  });
}

// Strangers wrote these texts, so they are cleaned before they are shown.

// Characters that change the direction of the text after them.
const turning = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** One line without control characters, shortened to `max` characters. */
export const line = (text: string, max: number): string =>
  shortened(
    wordsIn(text)
      .toWellFormed()
      .replace(turning, "")
      .replace(/[\p{Cc}\s]+/gu, " ")
      .trim(),
    max,
  );
