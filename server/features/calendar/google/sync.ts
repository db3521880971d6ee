// Syncs the calendars of connected Google accounts. Google's events are stored as last received, together with the
// occurrences that are expanded from them.
import { dayMs } from "#contract/durations.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { wake } from "#server/platform/jobs/worker.ts";
import type { World } from "#server/platform/world.ts";
import { storeFailure, storeFetched } from "../subscriptions/calendar-store.ts";
import type { ZonedCalendar } from "../subscriptions/queries.ts";
import { calendarQueue } from "../subscriptions/refresh-job.ts";
import { Unreadable } from "../subscriptions/unreadable.ts";
import { fetchGoogleCalendar, type Stored, type SyncResult } from "./google-reader.ts";
import { type Permission, permissionOf, rememberRevoked } from "./permissions.ts";
import { findGoogleEvents, lockSyncToken, makeDue, replaceGoogleEvents, updateSyncToken } from "./queries.ts";

const queueName = "google-calendars";

/** Another server has stored a sync in the meantime, so this one is dropped, and the calendar is synced again. */
async function syncAgain(trx: Db, { family_id, id }: ZonedCalendar, now: Date): Promise<void> {
  await makeDue(trx, family_id, now, id);
  await wake(trx, queueName);
}

const storeSync = (
  db: Db,
  calendar: ZonedCalendar,
  { fetched, events, syncToken }: SyncResult,
  now: Date,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const current = await lockSyncToken(trx, calendar);
    if (!current || current.etag !== calendar.etag) return await syncAgain(trx, calendar, now);
    if (fetched) await replaceGoogleEvents(trx, calendar, events);
    await storeFetched(trx, calendar, fetched, now);
    await updateSyncToken(trx, calendar, syncToken);
  });

/** The window moves with each day, so all occurrences are expanded again once a day. */
async function storedOf(
  { database: { kysely: db }, clock }: World,
  calendar: ZonedCalendar,
): Promise<Stored | undefined> {
  if (!calendar.etag) return undefined;
  const isExpanded = clock.now().getTime() - calendar.parsed_at.getTime() < dayMs;
  return { syncToken: calendar.etag, events: await findGoogleEvents(db, calendar), isExpanded };
}

async function fetchChanges(
  world: World,
  calendar: ZonedCalendar,
  { refreshToken }: Permission,
): Promise<SyncResult> {
  const calendarId = world.secrets.open(calendar.sealed_url);
  const source = { refreshToken, calendarId, timeZone: calendar.time_zone };
  return await fetchGoogleCalendar(world, source, await storedOf(world, calendar));
}

/** Syncs one calendar. On failure its last events stay and the reason is stored. */
async function sync(world: World, calendar: ZonedCalendar, turn: () => Promise<void>): Promise<void> {
  await turn();
  const { kysely: db } = world.database;
  const permission = await permissionOf(world, calendar.family_id);
  // The account was disconnected in the meantime, and the calendar with it.
  if (!permission) return;
  const now = world.clock.now();
  try {
    const found = await fetchChanges(world, calendar, permission);
    await storeSync(db, calendar, found, now);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    if (error.reason === "revoked") await rememberRevoked(world, permission);
    await storeFailure(db, calendar, error.message, now);
  }
}

export const googleCalendars = calendarQueue(queueName, ["google"], sync);
