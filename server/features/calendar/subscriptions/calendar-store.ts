// A calendar's new events replace its old ones in one transaction.
import { type QueryCreator, type RawBuilder, sql, type Updateable } from "kysely";
import { dayMs, hourMs, minuteMs } from "#contract/durations.ts";
import type { LiveEvent } from "#contract/live-events.ts";
import type { Db, Row, Schema } from "#server/platform/db/schema.ts";
import { type Backoff, pauseAfter } from "#server/platform/jobs/due-rows.ts";
import { publish, publishing } from "#server/platform/live/publish.ts";
import type { FetchedCalendar } from "./fetched-calendar.ts";
import type { SubscribedEvent } from "./parsed-calendar.ts";

export type SubscribedCalendar = Row<"subscribed_calendars">;
/** A subscribed calendar with its family's time zone. */
export type ZonedCalendar = SubscribedCalendar & {
  readonly time_zone: string;
};
type Purpose = SubscribedCalendar["purpose"];

/**
 * The pause after a change. A calendar of a connected account always has it, because its changes are promised within
 * five minutes.
 */
const minPauseMs = 4 * minuteMs;
const longerPausesMs = [hourMs, 32 * minuteMs, 16 * minuteMs, 8 * minuteMs];
/** A pause is this part of the time for which a calendar has not changed. */
const pauseShare = 8;
// A calendar that cannot be read is left alone for longer and longer, out of courtesy to its server.
const afterFailures: Backoff = { seconds: [8 * 60, 16 * 60, 32 * 60, 60 * 60], jitter: 0 };
/** Above this age of a copy, the day says how old it is. */
export const staleAfterMs = dayMs;

/** The live events for a fetched calendar and for changed events. */
const liveEvents: Record<Purpose, { read: LiveEvent; changed: LiveEvent }> = {
  calendar: { read: "calendar-settings", changed: "calendar-events" },
  "local-events": { read: "local-event-calendars", changed: "local-events" },
  google: { read: "calendar-settings", changed: "calendar-events" },
};

export const publishCalendarChange = (
  db: Db,
  familyId: number,
  purpose: Purpose,
  hasChanged: boolean,
): Promise<void> =>
  publish(db, familyId, liveEvents[purpose].read, ...(hasChanged ? [liveEvents[purpose].changed] : []));

/** The live events for one fetch, including the one for the line that says how old a calendar is. */
const liveEventsOf = (
  { purpose, fetched_at }: SubscribedCalendar,
  hasChanged: boolean,
  now: Date,
): LiveEvent[] => [
  liveEvents[purpose].read,
  ...(hasChanged ? [liveEvents[purpose].changed] : []),
  ...(now.getTime() - fetched_at.getTime() < staleAfterMs ? [] : (["stale-calendars"] as const)),
];

const later = (now: Date, milliseconds: number): Date => new Date(now.getTime() + milliseconds);

type Schedule = Pick<SubscribedCalendar, "purpose" | "changed_at">;

/** When a calendar is fetched next. */
function nextFetch({ purpose, changed_at }: Schedule, now: Date): Date {
  const unchangedFor = now.getTime() - changed_at.getTime();
  const longer = longerPausesMs.find((each) => each * pauseShare <= unchangedFor);
  return later(now, purpose === "google" ? minPauseMs : (longer ?? minPauseMs));
}

/** The columns of a calendar that was just fetched and parsed successfully. */
export const fetchColumns = (calendar: Schedule, now: Date) => ({
  fetched_at: now,
  due_at: nextFetch(calendar, now),
  failed_at: null,
  failures: 0,
  failure: null,
});

/** The columns that describe the fetched version. */
export const versionColumns = ({ etag, lastModified, digest, counts }: FetchedCalendar, now: Date) => ({
  etag,
  last_modified: lastModified,
  digest,
  parsed_at: now,
  events_found: counts.found,
  events_unreadable: counts.unreadable,
  first_unreadable: counts.firstUnreadable,
});

const rows = (
  events: readonly SubscribedEvent[],
): RawBuilder<unknown> => sql`jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
  as (occurrence text, title text, location text, description text,
    "startsOnClock" timestamp, "endsOnClock" timestamp, "isAllDay" boolean)`;

/** Writes only the rows that differ. Returns whether any did. */
export async function storeEvents(
  db: Db,
  { family_id, id }: Pick<SubscribedCalendar, "family_id" | "id">,
  events: readonly SubscribedEvent[],
  now: Date,
): Promise<boolean> {
  const { rows: changed } = await sql`
    with found as (select * from ${rows(events)}),
    gone as (
      delete from subscribed_events where family_id = ${family_id} and calendar_id = ${id}
        and occurrence not in (select occurrence from found) returning id
    ),
    kept as (
      insert into subscribed_events (family_id, calendar_id, occurrence, title, location, description,
        starts_on_clock, ends_on_clock, is_all_day, revised_at)
      select ${family_id}, ${id}, found.*, ${now}::timestamptz from found
      on conflict (family_id, calendar_id, occurrence) do update set title = excluded.title,
        location = excluded.location, description = excluded.description,
        starts_on_clock = excluded.starts_on_clock, ends_on_clock = excluded.ends_on_clock,
        is_all_day = excluded.is_all_day,
        revision = subscribed_events.revision + 1, revised_at = excluded.revised_at
      where (subscribed_events.title, subscribed_events.location, subscribed_events.description, subscribed_events.starts_on_clock,
          subscribed_events.ends_on_clock, subscribed_events.is_all_day)
        is distinct from (excluded.title, excluded.location, excluded.description, excluded.starts_on_clock,
          excluded.ends_on_clock, excluded.is_all_day)
      returning id
    )
    select id from gone union all select id from kept limit 1`.execute(db);
  return changed.length > 0;
}

/** The next time, unless somebody has made the calendar due while it was being fetched. */
const unlessDueAgain = ({ due_at }: SubscribedCalendar, at: Date): RawBuilder<Date> =>
  sql`case when due_at = ${due_at} then ${at}::timestamptz else due_at end`;

/** Returns no row when the calendar was removed in the meantime, or is due again because the family has a new time zone. */
const marked = (
  db: QueryCreator<Schema>,
  calendar: ZonedCalendar,
  { due_at, ...columns }: Updateable<Schema["subscribed_calendars"]> & { due_at: Date },
) =>
  db
    .updateTable("subscribed_calendars")
    .set({ ...columns, due_at: unlessDueAgain(calendar, due_at) })
    .where("family_id", "=", calendar.family_id)
    .where("id", "=", calendar.id)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("families")
          .where("id", "=", calendar.family_id)
          .where("time_zone", "=", calendar.time_zone),
      ),
    )
    .returning("family_id");

/** Stores that a calendar is unchanged. Most are, so this is one statement. */
export async function storeUnchanged(db: Db, calendar: ZonedCalendar, now: Date): Promise<void> {
  const published = publishing("familyId", "family_id", ...liveEventsOf(calendar, false, now));
  await db
    .with("kept", (part) => marked(part, calendar, fetchColumns(calendar, now)))
    .selectFrom("kept")
    .select(sql.raw(published).as("published"))
    .execute();
}

/** Must run in a transaction. Nothing fetched means that the calendar is unchanged. */
export async function storeFetched(
  trx: Db,
  calendar: ZonedCalendar,
  fetched: FetchedCalendar | undefined,
  now: Date,
): Promise<void> {
  if (!fetched) return await storeUnchanged(trx, calendar, now);
  const changed_at = fetched.digest.equals(calendar.digest) ? calendar.changed_at : now;
  const columns = {
    ...fetchColumns({ ...calendar, changed_at }, now),
    ...versionColumns(fetched, now),
    changed_at,
  };
  const kept = await marked(trx, calendar, columns).executeTakeFirst();
  if (!kept) return;
  const hasChanged = await storeEvents(trx, calendar, fetched.events, now);
  await publish(trx, calendar.family_id, ...liveEventsOf(calendar, hasChanged, now));
}

/** Keeps the events of the last successful fetch. */
export async function storeFailure(
  db: Db,
  calendar: SubscribedCalendar,
  failure: string,
  now: Date,
): Promise<void> {
  const { family_id, id } = calendar;
  const failures = calendar.failures + 1;
  const due_at = unlessDueAgain(calendar, later(now, pauseAfter(failures, afterFailures)));
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable("subscribed_calendars")
      .set({ failure, failures, failed_at: now, due_at })
      .where("family_id", "=", family_id)
      .where("id", "=", id)
      .execute();
    await publish(trx, family_id, ...liveEventsOf(calendar, false, now));
  });
}
