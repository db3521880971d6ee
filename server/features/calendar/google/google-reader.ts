// Google sends what has changed since the last sync. The changes are merged into the stored events, and all of them are
// parsed again.
import { dayMs } from "#contract/durations.ts";
import type { GoogleEvent } from "#server/platform/db/column-types.ts";
import type { GoogleChanges, World } from "#server/platform/world.ts";
import { type FetchedCalendar, parse } from "../subscriptions/fetched-calendar.ts";
import { type Reason, Unreadable } from "../subscriptions/unreadable.ts";
import { CalendarApiError } from "./calendar-api.ts";
import { structuredEvents } from "./event-properties.ts";
import { hasEndedBefore } from "./stored-events.ts";

export interface Source {
  readonly refreshToken: string;
  readonly calendarId: string;
  readonly timeZone: string;
}

export interface SyncResult {
  readonly syncToken: string;
  /** Maps ids to all current events. */
  readonly events: ReadonlyMap<string, GoogleEvent>;
  /** Undefined when nothing has changed. */
  readonly fetched: FetchedCalendar | undefined;
}

export interface Stored {
  readonly syncToken: string;
  readonly events: ReadonlyMap<string, GoogleEvent>;
  /** Whether its occurrences were expanded for the current window. */
  readonly isExpanded: boolean;
}

const reasons: Record<CalendarApiError["kind"], Reason> = {
  revoked: "revoked",
  expired: "trouble",
  gone: "gone",
  "too-big": "too-big",
  transient: "trouble",
};

/** Converts an error of Google's API into the one that people see for any calendar. */
export const unreadable = (error: unknown): unknown =>
  error instanceof CalendarApiError ? new Unreadable(reasons[error.kind], { cause: error }) : error;

// The window is wider than the shown days, so that events that move into or out of them are known.
const daysBack = 90;

const oldestIn = ({ clock }: World): Date => new Date(clock.now().getTime() - daysBack * dayMs);

async function everything(world: World, { refreshToken, calendarId }: Source) {
  const request = { since: { timeMin: oldestIn(world) }, maxEvents: world.config.limits.feedEvents };
  return { ...(await world.senders.google.changes(refreshToken, calendarId, request)), isAll: true };
}

/** There can be more changes than events, because each event that was deleted is a change. */
const isSolvedByReadingAll = (error: unknown): boolean =>
  error instanceof CalendarApiError && (error.kind === "expired" || error.kind === "too-big");

async function changes(world: World, source: Source, stored: Stored | undefined) {
  if (!stored) return await everything(world, source);
  const { refreshToken, calendarId } = source;
  const { syncToken } = stored;
  const request = { since: { syncToken }, maxEvents: world.config.limits.feedEvents };
  try {
    return { ...(await world.senders.google.changes(refreshToken, calendarId, request)), isAll: false };
  } catch (error) {
    if (isSolvedByReadingAll(error)) return await everything(world, source);
    throw error;
  }
}

/** A cancelled occurrence stays stored, because it cancels one date of its series. */
const isGone = ({ status, recurringEventId }: GoogleEvent): boolean =>
  status === "cancelled" && !recurringEventId;

/** Events that have ended are dropped, because nothing else would ever delete them. */
function merged(
  before: ReadonlyMap<string, GoogleEvent>,
  { events }: GoogleChanges,
  oldest: Date,
): Map<string, GoogleEvent> {
  const known = new Map(before);
  for (const event of events) {
    if (!event.id) continue;
    known.delete(event.id);
    if (!isGone(event)) known.set(event.id, event);
  }
  const gone = new Set(events.filter(isGone).map(({ id }) => id));
  for (const [id, event] of known)
    if (gone.has(event.recurringEventId) || hasEndedBefore(event, oldest)) known.delete(id);
  return known;
}

/** Fetches the changes of a calendar. Throws `Unreadable` when that fails. */
export async function fetchGoogleCalendar(
  world: World,
  source: Source,
  stored?: Stored,
): Promise<SyncResult> {
  const found = await changes(world, source, stored).catch((error) => {
    throw unreadable(error);
  });
  const { syncToken, isAll } = found;
  if (stored?.isExpanded && !isAll && found.events.length === 0)
    return { syncToken, events: stored.events, fetched: undefined };
  const events = merged((!isAll && stored?.events) || new Map(), found, oldestIn(world));
  const parsed = await parse(world, structuredEvents([...events.values()]), source.timeZone);
  const fetched = {
    etag: syncToken,
    lastModified: null,
    digest: Buffer.alloc(0),
    name: "",
    events: parsed.events,
    counts: parsed.counts,
  };
  return { syncToken, events, fetched };
}
