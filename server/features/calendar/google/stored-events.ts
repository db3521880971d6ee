// What is kept of Google's events, and for how long.
import type { calendar_v3 } from "@googleapis/calendar";
import { beginningOf } from "#contract/graphemes.ts";
import type { GoogleEvent } from "#server/platform/db/column-types.ts";
import { maxTextLengths } from "../subscriptions/parsed-calendar.ts";

// HTML takes more characters than what is shown of it.
const writtenPerShown = 4;

/** The beginning of a text, without a tag, an entity or a sign that was cut in two. */
function wholeBeginningOf(text: string, max: number): string {
  if (text.length <= max) return text;
  const beginning = beginningOf(text, max);
  const [tag, entity] = [beginning.lastIndexOf("<"), beginning.lastIndexOf("&")];
  if (tag > beginning.lastIndexOf(">")) return beginning.slice(0, tag);
  return /^&#?\w*$/.test(beginning.slice(entity)) ? beginning.slice(0, entity) : beginning;
}

const texts = ["summary", "location", "description"] as const;

/** Only as much of its texts is kept as can be shown. */
export function eventIn({ attendees = [], ...event }: calendar_v3.Schema$Event): GoogleEvent {
  for (const name of texts) {
    const text = event[name];
    if (text) event[name] = wholeBeginningOf(text, writtenPerShown * maxTextLengths[name]);
  }
  const isDeclined = attendees.some(({ self, responseStatus }) => self && responseStatus === "declined");
  return isDeclined ? { ...event, isDeclined } : event;
}

const millisecondsOf = ({ dateTime, date }: NonNullable<GoogleEvent["start"]>): number =>
  Date.parse(dateTime ?? date ?? "");

/**
 * Whether an event has ended. A change to one date of a series also removes the original date, so it stays until both
 * dates are over. A time that makes no sense never ends, so that it is still counted as unreadable.
 */
export function hasEndedBefore(
  { recurrence, originalStartTime, start, end }: GoogleEvent,
  moment: Date,
): boolean {
  if (recurrence?.length) return false;
  const times = [originalStartTime, end ?? start].filter((time) => time !== undefined);
  return times.length > 0 && times.every((time) => millisecondsOf(time) < moment.getTime());
}
