// A calendar's new events replace its old ones in one transaction, and its next fetch is planned.
import { dayMs, hourMs, minuteMs } from "#contract/durations.ts";
import type { LiveEvent } from "#contract/live-events.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { type Backoff, pauseAfter } from "#server/platform/jobs/due-rows.ts";
import { publish } from "#server/platform/live/publish.ts";
import type { FetchedCalendar } from "./fetched-calendar.ts";
import {
  markFailed,
  markFetched,
  type Purpose,
  replaceEvents,
  type SubscribedCalendar,
  type ZonedCalendar,
} from "./queries.ts";

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

/** Must run in a transaction. Nothing fetched means that the calendar is unchanged. */
export async function storeFetched(
  trx: Db,
  calendar: ZonedCalendar,
  fetched: FetchedCalendar | undefined,
  now: Date,
): Promise<void> {
  if (!fetched) {
    if (await markFetched(trx, calendar, fetchColumns(calendar, now)))
      await publish(trx, calendar.family_id, ...liveEventsOf(calendar, false, now));
    return;
  }
  const changed_at = fetched.digest.equals(calendar.digest) ? calendar.changed_at : now;
  const columns = {
    ...fetchColumns({ ...calendar, changed_at }, now),
    ...versionColumns(fetched, now),
    changed_at,
  };
  if (!(await markFetched(trx, calendar, columns))) return;
  const hasChanged = await replaceEvents(trx, calendar, fetched.events, now);
  await publish(trx, calendar.family_id, ...liveEventsOf(calendar, hasChanged, now));
}

/** Leaves the events of the last successful fetch as they are. */
export async function storeFailure(
  db: Db,
  calendar: SubscribedCalendar,
  failure: string,
  now: Date,
): Promise<void> {
  const failures = calendar.failures + 1;
  const due_at = later(now, pauseAfter(failures, afterFailures));
  await db.transaction().execute(async (trx) => {
    await markFailed(trx, calendar, { failure, failures, failed_at: now, due_at });
    await publish(trx, calendar.family_id, ...liveEventsOf(calendar, false, now));
  });
}
