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
import {
  fetchColumns,
  publishCalendarChange,
  type SubscribedCalendar,
  staleAfterMs,
  storeEvents,
  versionColumns,
} from "./calendar-store.ts";
import { type FetchedCalendar, fetchCalendar } from "./fetched-calendar.ts";
import { Unreadable } from "./unreadable.ts";

export interface NewSubscription {
  readonly familyId: number;
  readonly purpose: SubscribedCalendar["purpose"];
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

export const subscribedCalendarsOf = (db: Db, familyId: number, purpose: SubscribedCalendar["purpose"]) =>
  db
    .selectFrom("subscribed_calendars")
    .innerJoin("families", "families.id", "subscribed_calendars.family_id")
    .selectAll("subscribed_calendars")
    .select("families.time_zone")
    .where("family_id", "=", familyId)
    .where("purpose", "=", purpose)
    .orderBy("subscribed_calendars.id")
    .execute();

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
  const calendar = await trx
    .insertInto("subscribed_calendars")
    .values({
      family_id: familyId,
      purpose,
      sealed_url: secrets.seal(url),
      name: cleanText(name || fetched.name),
      category,
      ...fetchColumns(now),
      ...versionColumns(fetched, now),
      changed_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await storeEvents(trx, calendar, fetched.events, now);
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
  purpose: SubscribedCalendar["purpose"],
  id?: number,
): Promise<boolean> {
  const all = trx
    .deleteFrom("subscribed_calendars")
    .where("family_id", "=", familyId)
    .where("purpose", "=", purpose);
  const { numDeletedRows } = await (id === undefined
    ? all
    : all.where("id", "=", id)
  ).executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) return false;
  await publishCalendarChange(trx, familyId, purpose, true);
  await publish(trx, familyId, "stale-calendars");
  return true;
}

/** After a family's time zone has changed, all its calendars are fetched again within half a minute. */
export async function refetchCalendars(db: Db, familyId: number): Promise<void> {
  const longAgo = new Date(0);
  await db
    .updateTable("subscribed_calendars")
    .set({ parsed_at: longAgo, due_at: longAgo })
    .where("family_id", "=", familyId)
    .execute();
}

// Runs each time that somebody opens home.
const listStale = {
  name: "list-stale-calendars",
  text: `select name, fetched_at, failure from subscribed_calendars where family_id = $1 and fetched_at <= $2 order by fetched_at, id`,
};

/** When the clock alone makes another calendar of the family stale. */
export async function findNextStaleCalendar(db: Db, familyId: number, now: Date): Promise<Date | null> {
  const { fetchedAt } = await db
    .selectFrom("subscribed_calendars")
    .select((select) => select.fn.min<Date | null>("fetched_at").as("fetchedAt"))
    .where("family_id", "=", familyId)
    .where("fetched_at", ">", new Date(now.getTime() - staleAfterMs))
    .executeTakeFirstOrThrow();
  return fetchedAt && new Date(fetchedAt.getTime() + staleAfterMs);
}

type Row = Pick<StaleCalendar, "name" | "failure"> & { fetched_at: Date };

/** Lists the calendars whose last successful fetch is more than a day ago. */
export async function staleCalendarsOf(
  database: Database,
  { familyId }: Member,
  now: Date,
): Promise<StaleCalendar[]> {
  const longAgo = new Date(now.getTime() - staleAfterMs);
  const rows = await database.read<Row>(listStale, [familyId, longAgo]);
  return rows.map(({ name, fetched_at, failure }) => ({
    name,
    updatedAt: fetched_at.toISOString(),
    failure,
  }));
}
