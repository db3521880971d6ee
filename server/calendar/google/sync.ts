// Syncs the calendars of connected Google accounts.
import type { World } from "#server/world.ts";
import { keepFailure, type ZonedFeed } from "../subscriptions/feed-store.ts";
import { calendarQueue } from "../subscriptions/refresh-job.ts";
import { Unreadable } from "../subscriptions/unreadable.ts";
import { type GoogleReading, type Kept, readGoogle } from "./google-reader.ts";
import { keepGoogle, keptEvents } from "./kept-events.ts";
import { type Permission, permissionOf, rememberRevoked } from "./permissions.ts";

const aDay = 24 * 60 * 60_000;

/** The window moves with each day, so all occurrences are expanded again once a day. */
async function keptOf(
  { database: { kysely: db }, clock }: World,
  feed: ZonedFeed,
): Promise<Kept | undefined> {
  if (!feed.etag) return undefined;
  const isCounted = clock.now().getTime() - feed.parsed_at.getTime() < aDay;
  return { syncToken: feed.etag, events: await keptEvents(db, feed), isCounted };
}

async function read(world: World, feed: ZonedFeed, { refreshToken }: Permission): Promise<GoogleReading> {
  const calendarId = world.secrets.open(feed.sealed_url);
  const source = { refreshToken, calendarId, timeZone: feed.time_zone };
  return await readGoogle(world, source, await keptOf(world, feed));
}

/** Syncs one calendar. On failure its last events stay and the reason is stored. */
async function sync(world: World, feed: ZonedFeed): Promise<void> {
  const { kysely: db } = world.database;
  const permission = await permissionOf(world, feed.family_id);
  // The account was disconnected in the meantime, and the calendar with it.
  if (!permission) return;
  const now = world.clock.now();
  try {
    await keepGoogle(db, feed, await read(world, feed, permission), now);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    if (error.reason === "revoked") await rememberRevoked(world, permission);
    await keepFailure(db, feed, error.message, now);
  }
}

export const googleCalendars = calendarQueue("google-calendars", ["google"], sync);
