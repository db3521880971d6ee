import { dayMs } from "#contract/durations.ts";
import { findTimeZone } from "#server/features/families/queries.ts";
import { RowQueue, runDue } from "#server/platform/jobs/queue.ts";
import type { World } from "#server/platform/world.ts";
import { storeFailure, storeFetched } from "./calendar-store.ts";
import { fetchCalendar } from "./fetched-calendar.ts";
import {
  hasPurpose,
  isOfFamily,
  type Purpose,
  type SubscribedCalendar,
  type ZonedCalendar,
} from "./queries.ts";
import { Unreadable } from "./unreadable.ts";

/** The window moves with each day, so a calendar is parsed again once a day even if it has not changed. */
function knownOf({ etag, last_modified: lastModified, digest, parsed_at }: SubscribedCalendar, now: Date) {
  return now.getTime() - parsed_at.getTime() < dayMs ? { etag, lastModified, digest } : undefined;
}

/** Refreshes one calendar. On failure its last events stay and the reason is stored. */
export async function refreshCalendar(world: World, calendar: ZonedCalendar): Promise<void> {
  const { database, secrets, clock } = world;
  const { kysely: db } = database;
  const now = clock.now();
  const address = secrets.open(calendar.sealed_url);
  try {
    const fetched = await fetchCalendar(world, address, calendar.time_zone, knownOf(calendar, now));
    await db.transaction().execute((trx) => storeFetched(trx, calendar, fetched, now));
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    await storeFailure(db, calendar, error.message, now);
  }
}

/** Makes a queue for the due calendars of some purposes. */
export const calendarQueue = (
  name: string,
  purposes: readonly Purpose[],
  refresh: (world: World, calendar: ZonedCalendar, turn: () => Promise<void>) => Promise<void>,
) =>
  new RowQueue({
    name,
    rows: {
      table: "subscribed_calendars",
      keys: ["family_id", "id"],
      due: "due_at",
      where: hasPurpose(purposes),
    },
    concurrency: 10,
    // One after the other rather than all at once, so that home stays fast for everybody in the meantime.
    perSecond: ({ limits }) => limits.feedsPerSecond,
    async process(world, calendar, turn) {
      const time_zone = await findTimeZone(world.database.kysely, calendar.family_id);
      await refresh(world, { ...calendar, time_zone }, turn);
    },
  });

/** Fetches the calendars of one family that are due. */
export const refreshFamily = (
  world: World,
  queue: RowQueue<"subscribed_calendars">,
  familyId: number,
): Promise<void> => runDue(world, { startDue: (one) => queue.startDue(one, isOfFamily(familyId)) });

export const subscribedCalendars = calendarQueue(
  "subscribed-calendars",
  ["calendar", "local-events"],
  async (world, calendar, turn) => {
    await turn();
    await refreshCalendar(world, calendar);
  },
);
