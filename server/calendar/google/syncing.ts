// Reads the calendars of connected accounts again and again.
import { keepFailure, type ZonedFeed } from "../../feeds/keeping.ts";
import { refresherOf } from "../../feeds/refreshing.ts";
import { Unreadable } from "../../feeds/unreadable.ts";
import type { World } from "../../world.ts";
import { type Permission, permissionOf, rememberRevoked } from "../connection/permissions.ts";
import { keepGoogle, keptEvents } from "./kept-events.ts";
import { type GoogleReading, type Kept, readGoogle } from "./reading.ts";

const aDay = 24 * 60 * 60_000;

/** The window moves: once a day all occurrences are counted again. */
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

/** When that fails, what was read before stays and the reason is kept. */
async function sync(world: World, feed: ZonedFeed): Promise<void> {
  const { kysely: db } = world.database;
  const permission = await permissionOf(world, feed.family_id);
  // Disconnected meanwhile: the calendar has gone with it.
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

export const syncDueCalendars = refresherOf(["google"], sync);
