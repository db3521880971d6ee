import { hash } from "node:crypto";
import type { EventCounts } from "#contract/calendar/subscriptions.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { World } from "#server/platform/world.ts";
import { feedAddresses } from "./address.ts";
import type { Validators } from "./fetcher.ts";
import type { CalendarContents, SubscribedEvent } from "./parsed-calendar.ts";
import { Unreadable } from "./unreadable.ts";

/** The version of the calendar that was fetched last. */
export interface Known extends Validators {
  readonly digest: Buffer;
}

export interface FetchedCalendar extends Known {
  /** The calendar's own name, or else the name of its server. */
  readonly name: string;
  readonly events: readonly SubscribedEvent[];
  readonly counts: EventCounts;
}

// These take 50 ms to load, so they are loaded with the first calendar and not when the server starts.
const fetching = () => import("./fetcher.ts");
const parsing = () => import("./confined-processes.ts");

const rulesOf = ({ limits, reachLoopback }: Config) => ({
  maxBytes: limits.feedBytes,
  connectMs: limits.feedConnectMs,
  totalMs: limits.feedTotalMs,
  maxRedirects: limits.feedRedirects,
  fromLoopback: reachLoopback,
});

/** Covers the time from a week ago to three months ahead. */
function windowAt(now: Date, timeZone: string): { from: string; until: string } {
  const today = now.toTemporalInstant().toZonedDateTimeISO(timeZone).toPlainDate();
  return { from: today.subtract({ days: 7 }).toString(), until: today.add({ days: 91 }).toString() };
}

/** Google gives every event a new DTSTAMP for each request. */
const digestOf = (text: string): Buffer => hash("sha256", text.replace(/^DTSTAMP.*$/gm, ""), "buffer");

/** Private calendars of Google are not found at their public address. */
function explained(error: unknown, { hostname, pathname }: URL): unknown {
  const isPublic = hostname === "calendar.google.com" && pathname.endsWith("/public/basic.ics");
  const isMissing = error instanceof Unreadable && error.reason === "not-found";
  return isPublic && isMissing ? new Unreadable("private") : error;
}

interface FeedText extends Validators {
  readonly text: string;
}

const nothingKnown: Known = { etag: null, lastModified: null, digest: Buffer.alloc(0) };

async function fetchText({ config }: World, url: URL, known: Validators): Promise<FeedText | undefined> {
  const { calendarText, fetchFeed } = await fetching();
  const fetched = await fetchFeed(url, known, rulesOf(config)).catch((error) => {
    throw explained(error, url);
  });
  if (!fetched) return undefined;
  const { etag, lastModified } = fetched;
  return { text: calendarText(fetched), etag, lastModified };
}

/** Several calendars that are shown as one are fetched as one. Only their text tells whether they have changed. */
async function fetchTexts(world: World, urls: readonly URL[]): Promise<FeedText> {
  const all = await Promise.all(urls.map((url) => fetchText(world, url, nothingKnown)));
  const text = all.map((each) => each?.text ?? "").join("\r\n");
  if (text.length > world.config.limits.feedBytes) throw new Unreadable("too-big");
  return { ...nothingKnown, text };
}

/** Parses the events that lie in the window. */
export async function parse(
  { config: { limits }, clock }: World,
  contents: CalendarContents,
  timeZone: string,
) {
  const { parseConfined } = await parsing();
  const bounds = { maxEvents: limits.feedEvents, maxOccurrences: limits.feedOccurrences };
  const task = { contents, timeZone, ...windowAt(clock.now(), timeZone), ...bounds };
  const parsed = await parseConfined(task, {
    parseMs: limits.feedParseMs,
    parseMegabytes: limits.feedParseMegabytes,
  });
  if (parsed.kind !== "calendar") throw new Unreadable(parsed.kind);
  return parsed;
}

/** Fetches and parses a calendar without storing it. Returns undefined when it is unchanged and throws `Unreadable` when it cannot be read. */
export async function fetchCalendar(
  world: World,
  typed: string,
  timeZone: string,
  known = nothingKnown,
): Promise<FetchedCalendar | undefined> {
  const [url, ...more] = feedAddresses(typed);
  if (!url) throw new Unreadable("not-allowed");
  const fetched = await (more.length > 0 ? fetchTexts(world, [url, ...more]) : fetchText(world, url, known));
  if (!fetched) return undefined;
  const { text, etag, lastModified } = fetched;
  const digest = digestOf(text);
  if (digest.equals(known.digest)) return undefined;
  const contents = await parse(world, text, timeZone);
  return { etag, lastModified, digest, ...contents, name: contents.name || url.hostname };
}
