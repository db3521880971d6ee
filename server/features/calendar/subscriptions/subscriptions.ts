// The calendars that a family has subscribed to.
import type { EventCategory } from "#contract/calendar/calendar.ts";
import type { StaleCalendar } from "#contract/calendar/settings.ts";
import type { CalendarFreshness, EventCounts } from "#contract/calendar/subscriptions.ts";
import { cleanText } from "#contract/text.ts";
import { findTimeZone } from "#server/features/families/queries.ts";
import type { Database } from "#server/platform/db/connect.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { Invalid } from "#server/platform/errors.ts";
import { limitForEach } from "#server/platform/fair-limit.ts";
import type { Member } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import type { World } from "#server/platform/world.ts";
import { fetchColumns, publishCalendarChange, staleAfterMs, versionColumns } from "./calendar-store.ts";
import { type FetchedCalendar, fetchCalendar } from "./fetched-calendar.ts";
import {
  deleteSubscriptions,
  expireCalendars,
  findFirstFetch,
  findStaleCalendars,
  insertSubscription,
  type Purpose,
  replaceEvents,
  type SubscribedCalendar,
} from "./queries.ts";
import { Unreadable } from "./unreadable.ts";

export interface NewSubscription {
  readonly familyId: number;
  readonly purpose: Purpose;
  readonly url: string;
  /** "" means the calendar's own name. */
  readonly name: string;
  readonly category?: EventCategory;
}

export const freshnessOf = ({ fetched_at, failure }: SubscribedCalendar): CalendarFreshness => ({
  updatedAt: fetched_at.toISOString(),
  failure,
});

export const countsOf = (calendar: SubscribedCalendar | undefined): EventCounts | null => {
  const { events_found: found = null, events_unreadable: unreadable = null } = calendar ?? {};
  if (found === null || unreadable === null) return null;
  return { found, unreadable, firstUnreadable: calendar?.first_unreadable ?? null };
};

// Fetching and parsing take up to ten seconds each, so that of one family's calendars goes on one after the other.
const inTurn = limitForEach({
  atOnce: 1,
  maxWaiting: 10,
  tooMany: "We're still reading other calendars for you. Please try again in a moment.",
});

/**
 * Fetches a calendar that somebody wants to subscribe to. If it cannot be read, the form shows the reason at its field.
 */
export async function fetchNewCalendar(
  world: World,
  familyId: number,
  url: string,
  field: string,
): Promise<FetchedCalendar> {
  const timeZone = await findTimeZone(world.database.kysely, familyId);
  try {
    const fetched = await inTurn(familyId, () => fetchCalendar(world, url, timeZone));
    if (fetched) return fetched;
    throw new Unreadable("trouble");
  } catch (error) {
    if (error instanceof Unreadable) throw new Invalid(error.message, { [field]: error.message });
    throw error;
  }
}

/** Must run in a transaction. */
export async function subscribe(
  trx: Db,
  { secrets, clock }: World,
  { familyId, purpose, url, name, category = "family" }: NewSubscription,
  fetched: FetchedCalendar,
): Promise<SubscribedCalendar> {
  const now = clock.now();
  const calendar = await insertSubscription(trx, {
    family_id: familyId,
    purpose,
    sealed_url: secrets.seal(url),
    name: cleanText(name || fetched.name),
    category,
    ...fetchColumns({ purpose, changed_at: now }, now),
    ...versionColumns(fetched, now),
    changed_at: now,
  });
  await replaceEvents(trx, calendar, fetched.events, now);
  await publishCalendarChange(trx, familyId, purpose, true);
  return calendar;
}

/**
 * Deletes one calendar of this purpose, or all, with their events. Returns false if there was none. Must run in a
 * transaction.
 */
export async function unsubscribe(
  trx: Db,
  familyId: number,
  purpose: Purpose,
  id?: number,
): Promise<boolean> {
  if (!(await deleteSubscriptions(trx, familyId, purpose, id))) return false;
  await publishCalendarChange(trx, familyId, purpose, true);
  await publish(trx, familyId, "stale-calendars");
  return true;
}

/** After a family's time zone has changed, all its calendars are fetched again within half a minute. */
export async function refetchCalendars(db: Db, familyId: number): Promise<void> {
  await expireCalendars(db, familyId);
}

const staleSince = (now: Date): Date => new Date(now.getTime() - staleAfterMs);

/** Lists the calendars whose last successful fetch is more than a day ago. */
export async function staleCalendarsOf(
  { reads }: Database,
  { familyId }: Member,
  now: Date,
): Promise<StaleCalendar[]> {
  const calendars = await findStaleCalendars(reads, familyId, staleSince(now));
  return calendars.map(({ name, fetched_at, failure }) => ({
    name,
    updatedAt: fetched_at.toISOString(),
    failure,
  }));
}

/** The next time at which the clock alone makes another calendar of the family stale. */
export async function findNextStaleCalendar(db: Db, familyId: number, now: Date): Promise<Date | null> {
  const fetchedAt = await findFirstFetch(db, familyId, staleSince(now));
  return fetchedAt && new Date(fetchedAt.getTime() + staleAfterMs);
}
