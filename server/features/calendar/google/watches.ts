// Watches, which Google calls notification channels: Google reports that a calendar has changed, so it is fetched less
// often. A watch cannot be extended, so a new one replaces it before it ends.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Client } from "pg";
import { reportCalendarChange } from "#contract/calendar/google.ts";
import { dayMs, hourMs } from "#contract/durations.ts";
import type { Config } from "#server/platform/config/config.ts";
import { isLoopback } from "#server/platform/config/loopback.ts";
import type { Db, Row } from "#server/platform/db/schema.ts";
import { isSameSecret } from "#server/platform/secrets.ts";
import type { OpenedWatch, World } from "#server/platform/world.ts";
import type { ZonedCalendar } from "../subscriptions/calendar-store.ts";
import { CalendarApiError } from "./calendar-api.ts";

type Watch = Row<"google_watches">;

interface Account {
  readonly familyId: number;
  readonly refreshToken: string;
}

/** How long before its end a watch is replaced. */
const renewalMs = dayMs;
/** How long we wait before asking Google again, after it refused a watch or while no notification has come. */
const pauseMs = hourMs;

/** Where Google can reach this server. It calls only HTTPS addresses, and to Google "localhost" is another machine. */
function addressFor({ publicUrl }: Config): string | undefined {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === "https:" && !isLoopback(hostname) ? publicUrl + reportCalendarChange.path : undefined;
}

/** Derived from the server's key, so that nobody who has read the database can forge a notification. */
export const watchToken = ({ secrets }: Pick<World, "secrets">, id: string): string =>
  secrets.mac(`google watch ${id}`).toString("base64url");

export const isWatchToken = (world: Pick<World, "secrets">, id: string, token: string): boolean =>
  isSameSecret(watchToken(world, id), token);

/** Stops relying on the watches of a family, or of one of its calendars, until another notification comes. */
export async function stopRelyingOnWatches(db: Db, familyId: number, calendarId?: number): Promise<void> {
  const all = db.updateTable("google_watches").set({ notified_at: null }).where("family_id", "=", familyId);
  await (calendarId === undefined ? all : all.where("calendar_id", "=", calendarId)).execute();
}

/** For a restore: watches in a backup may have been replaced since. Those that still report are relied on again. */
export async function stopRelyingOnAllWatches(client: Client): Promise<void> {
  await client.query("update google_watches set notified_at = null");
}

/**
 * The watches of a calendar under the server's present address, with the newest first. The calendar was just read, and a
 * change that none of them has reported shows that they are not to be relied on.
 */
export async function watchesOf(
  { config, database }: World,
  calendar: ZonedCalendar,
  { hasChanges }: { hasChanges: boolean },
): Promise<Watch[]> {
  const { family_id, id, fetched_at } = calendar;
  const address = addressFor(config);
  if (address === undefined) return [];
  const watches = await database.kysely
    .selectFrom("google_watches")
    .selectAll()
    .where("family_id", "=", family_id)
    .where("calendar_id", "=", id)
    .where("address", "=", address)
    .orderBy("asked_at", "desc")
    .execute();
  const reports = watches.flatMap(({ notified_at }) => notified_at ?? []);
  if (!hasChanges || reports.length === 0 || reports.some((at) => at >= fetched_at)) return watches;
  await stopRelyingOnWatches(database.kysely, family_id, id);
  return watches.map((watch) => ({ ...watch, notified_at: null }));
}

/**
 * Returns the time until which Google reports the changes of the calendar, if that is later than `at`. A watch without a
 * notification does not count, because Google may be unable to reach this server.
 */
export const watchedUntil = (watches: readonly Watch[], at: Date): Date | undefined =>
  watches.flatMap(({ notified_at, expires_at }) =>
    notified_at && expires_at && expires_at > at ? expires_at : [],
  )[0];

function isNeeded(watches: readonly Watch[], now: Date): boolean {
  const [newest] = watches;
  if (!newest) return true;
  if (watchedUntil(watches, new Date(now.getTime() + renewalMs))) return false;
  return now.getTime() - newest.asked_at.getTime() >= pauseMs;
}

type Asked = Pick<Watch, "id" | "address" | "asked_at">;

/** Replaces a request that was refused. Returns false if the calendar is no longer there. */
async function storeRequest(db: Db, { family_id, id: calendar_id }: ZonedCalendar, asked: Asked) {
  const { id, address, asked_at } = asked;
  const { numInsertedOrUpdatedRows: count } = await db
    .with("refused", (part) =>
      part
        .deleteFrom("google_watches")
        .where("family_id", "=", family_id)
        .where("calendar_id", "=", calendar_id)
        .where("resource_id", "is", null),
    )
    .insertInto("google_watches")
    .columns(["family_id", "calendar_id", "id", "address", "asked_at"])
    .expression(({ selectFrom }) =>
      selectFrom("subscribed_calendars")
        .select(["family_id", "subscribed_calendars.id as calendar_id"])
        .select([sql<string>`${id}::text`.as("watch_id"), sql<string>`${address}::text`.as("address")])
        .select(sql<Date>`${asked_at}::timestamptz`.as("asked_at"))
        .where("family_id", "=", family_id)
        .where("subscribed_calendars.id", "=", calendar_id),
    )
    .executeTakeFirstOrThrow();
  return count === 1n;
}

/** The watches before this one are no longer needed. Returns false if this one isn't either. */
async function storeAnswer(
  db: Db,
  { family_id, id: calendar_id }: ZonedCalendar,
  { id, asked_at }: Asked,
  { resourceId, expiresAt }: OpenedWatch,
): Promise<boolean> {
  const { numUpdatedRows: count } = await db
    .with("older", (part) =>
      part
        .updateTable("google_watches")
        .set({ calendar_id: null })
        .where("family_id", "=", family_id)
        .where("calendar_id", "=", calendar_id)
        .where("asked_at", "<", asked_at),
    )
    .updateTable("google_watches")
    .set({ resource_id: resourceId, expires_at: expiresAt })
    .where("family_id", "=", family_id)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return count === 1n;
}

/** Tries once. A watch that Google does not end now expires within a week, and its notifications are refused until then. */
async function endWatch(world: World, { refreshToken }: Account, watch: Pick<Watch, "id" | "resource_id">) {
  const { id, resource_id: resourceId } = watch;
  if (resourceId === null) return;
  try {
    await world.senders.google.endWatch(refreshToken, { id, resourceId });
  } catch (error) {
    world.log.info({ reason: String(error) }, "Google did not end a watch");
  }
}

/** Ends the watches of calendars that the family no longer reads, and those that have a successor. */
export async function endUnusedWatches(world: World, account: Account): Promise<void> {
  const left = await world.database.kysely
    .deleteFrom("google_watches")
    .where("family_id", "=", account.familyId)
    .where("calendar_id", "is", null)
    .returning(["id", "resource_id"])
    .execute();
  await Promise.all(left.map((watch) => endWatch(world, account, watch)));
}

/** Opens a watch where one is needed. If Google refuses, the calendar is read as often as without one. */
export async function renewWatch(
  world: World,
  account: Account,
  calendar: ZonedCalendar,
  watches: readonly Watch[],
): Promise<void> {
  const { config, database, clock, secrets, senders } = world;
  const address = addressFor(config);
  const asked_at = clock.now();
  if (address === undefined || !isNeeded(watches, asked_at)) return;
  const asked = { id: randomUUID(), address, asked_at };
  if (!(await storeRequest(database.kysely, calendar, asked))) return;
  const request = { id: asked.id, token: watchToken(world, asked.id), address };
  try {
    const opened = await senders.google.watch(
      account.refreshToken,
      secrets.open(calendar.sealed_url),
      request,
    );
    if (await storeAnswer(database.kysely, calendar, asked, opened)) await endUnusedWatches(world, account);
    else await endWatch(world, account, { id: asked.id, resource_id: opened.resourceId });
  } catch (error) {
    if (!(error instanceof CalendarApiError)) throw error;
    world.log.info({ reason: String(error) }, "Google does not report the changes of a calendar");
  }
}
