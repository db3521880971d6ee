// Runs a feed through the parser process and prints the result as lines that can be compared.

import {
  type ParsingLimits,
  parseConfined,
} from "#server/features/calendar/subscriptions/confined-processes.ts";
import { calendarText } from "#server/features/calendar/subscriptions/fetcher.ts";
import type { Parsed, SubscribedEvent } from "#server/features/calendar/subscriptions/parsed-calendar.ts";
import { calendarBytes } from "./feed-server.ts";

const limits = { parseMs: 50_000, parseMegabytes: 128 };
const dates = { from: "2026-11-13", until: "2027-02-19" };

/** The text of a feed from tests/feeds, as sent by a server that doesn't declare a character set. */
export const feedText = (name: string): string =>
  calendarText({
    bytes: calendarBytes(name),
    contentType: "text/calendar",
    etag: null,
    lastModified: null,
    address: new URL("https://example.com/feed.ics"),
  });

export const parse = (
  text: string,
  timeZone = "America/New_York",
  given: ParsingLimits = limits,
  days = dates,
): Promise<Parsed> =>
  parseConfined({ contents: text, timeZone, ...days, maxEvents: 5_000, maxOccurrences: 500 }, given);

/** "2026-11-20 15:00 - 16:30 Rose: eye doctor @ 12 Oak Street" */
function lineOf({ startsOnClock, endsOnClock, isAllDay, title, location }: SubscribedEvent): string {
  const [day = "", from = ""] = startsOnClock.split("T");
  const [lastDay = "", to = ""] = endsOnClock.split("T");
  const end = `${lastDay === day ? "" : `${lastDay} `}${to.slice(0, 5)}`;
  const times = isAllDay ? `to ${lastDay}` : `${from.slice(0, 5)} - ${end}`;
  return `${day} ${times} ${title}${location && ` @ ${location}`}`;
}

/** Lines in chronological order. */
export async function shown(text: string, timeZone?: string, days = dates): Promise<string[]> {
  const parsed = await parse(text, timeZone, limits, days);
  if (parsed.kind !== "calendar") throw new Error(parsed.kind);
  return parsed.events.map(lineOf).sort();
}
