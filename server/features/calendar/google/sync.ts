// Syncs the calendars of connected Google accounts. Google's events are stored as last received, together with the
// occurrences that are expanded from them.
import { sql } from "kysely";
import { dayMs } from "#contract/durations.ts";
import type { Db } from "#server/platform/db/schema.ts";
import type { GoogleEvent } from "#server/platform/db/tables/calendar.ts";
import { wake } from "#server/platform/jobs/worker.ts";
import type { World } from "#server/platform/world.ts";
import { storeFailure, storeFetched, type ZonedCalendar } from "../subscriptions/calendar-store.ts";
import { calendarQueue } from "../subscriptions/refresh-job.ts";
import { Unreadable } from "../subscriptions/unreadable.ts";
import { fetchGoogleCalendar, type Stored, type SyncResult } from "./google-reader.ts";
import { type Permission, permissionOf, rememberRevoked } from "./permissions.ts";

const queueName = "google-calendars";

type Owner = Pick<ZonedCalendar, "family_id" | "id">;
type Events = ReadonlyMap<string, GoogleEvent>;

async function storedGoogleEvents(db: Db, { family_id, id }: Owner): Promise<Events> {
  const rows = await db
    .selectFrom("google_events")
    .select(["google_id", "event"])
    .where("family_id", "=", family_id)
    .where("calendar_id", "=", id)
    .execute();
  return new Map(rows.map(({ google_id, event }) => [google_id, event]));
}

/** Drops characters that PostgreSQL cannot store. */
const storable = (_: string, value: unknown): unknown =>
  typeof value === "string" ? value.toWellFormed().replaceAll("\0", "") : value;

/** Writes only what differs. The caller passes its transaction. */
export async function storeGoogleEvents(trx: Db, { family_id, id }: Owner, events: Events): Promise<void> {
  const found = JSON.stringify(
    [...events].map(([google_id, event]) => ({ google_id, event })),
    storable,
  );
  await sql`
    with found as (select * from jsonb_to_recordset(${found}::jsonb) as (google_id text, event jsonb)),
    gone as (
      delete from google_events where family_id = ${family_id} and calendar_id = ${id}
        and google_id not in (select google_id from found)
    )
    insert into google_events (family_id, calendar_id, google_id, event)
    select ${family_id}, ${id}, google_id, event from found
    on conflict (family_id, calendar_id, google_id) do update set event = excluded.event
    where google_events.event <> excluded.event`.execute(trx);
}

/** Locks a calendar. Returns false if another server has stored a newer fetch since. */
async function lockIfUnchanged(trx: Db, { family_id, id, etag }: ZonedCalendar): Promise<boolean> {
  const calendar = await trx
    .selectFrom("subscribed_calendars")
    .select("etag")
    .where("family_id", "=", family_id)
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return calendar !== undefined && calendar.etag === etag;
}

/** Another server has stored a sync in the meantime, so this one is dropped, and the calendar is synced again. */
async function syncAgain(trx: Db, { family_id, id }: Owner, now: Date): Promise<void> {
  await trx
    .updateTable("subscribed_calendars")
    .set({ due_at: now })
    .where("family_id", "=", family_id)
    .where("id", "=", id)
    .execute();
  await wake(trx, queueName);
}

const storeSync = (
  db: Db,
  calendar: ZonedCalendar,
  { fetched, events, syncToken }: SyncResult,
  now: Date,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    if (!(await lockIfUnchanged(trx, calendar))) return await syncAgain(trx, calendar, now);
    if (fetched) await storeGoogleEvents(trx, calendar, events);
    await storeFetched(trx, calendar, fetched, now);
    await trx
      .updateTable("subscribed_calendars")
      .set({ etag: syncToken })
      .where("family_id", "=", calendar.family_id)
      .where("id", "=", calendar.id)
      .execute();
  });

/** The window moves with each day, so all occurrences are expanded again once a day. */
async function storedOf(
  { database: { kysely: db }, clock }: World,
  calendar: ZonedCalendar,
): Promise<Stored | undefined> {
  if (!calendar.etag) return undefined;
  const isExpanded = clock.now().getTime() - calendar.parsed_at.getTime() < dayMs;
  return { syncToken: calendar.etag, events: await storedGoogleEvents(db, calendar), isExpanded };
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
