import { setTimeout as pause } from "node:timers/promises";
import pLimit from "p-limit";
import type { Db } from "#server/db/schema.ts";
import type { World } from "#server/world.ts";
import { readFeed } from "./feed-reader.ts";
import { type Feed, keepFailure, keepReading, keepUnchanged, type ZonedFeed } from "./feed-store.ts";
import { Unreadable } from "./unreadable.ts";

const aDay = 24 * 60 * 60_000;
const maxBatch = 100;
// When a server dies during a refresh, the others may claim its feeds after this time.
const lease = 3 * 60_000;
const maxReads = 10;

/** The window moves with each day, so a calendar is parsed again once a day even if it has not changed. */
function knownOf({ etag, last_modified: lastModified, digest, parsed_at }: Feed, now: Date) {
  return now.getTime() - parsed_at.getTime() < aDay ? { etag, lastModified, digest } : undefined;
}

/** Refreshes one feed. On failure its last events stay and the reason is stored. */
export async function refresh(world: World, feed: ZonedFeed): Promise<void> {
  const { database, secrets, clock } = world;
  const { kysely: db } = database;
  const now = clock.now();
  try {
    const reading = await readFeed(world, secrets.open(feed.sealed_url), feed.time_zone, knownOf(feed, now));
    if (reading) await db.transaction().execute((trx) => keepReading(trx, feed, reading, now));
    else await keepUnchanged(db, feed, now);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    await keepFailure(db, feed, error.message, now);
  }
}

interface Due {
  readonly purposes: readonly Feed["purpose"][];
  readonly familyId: number | undefined;
}

const dueFeeds = (db: Db, now: Date, { purposes, familyId }: Due) =>
  db
    .selectFrom("feeds")
    .select(["family_id", "id"])
    .where("due_at", "<=", now)
    .where("purpose", "in", purposes)
    .$if(familyId !== undefined, (all) => all.where("family_id", "=", Number(familyId)))
    .orderBy("due_at")
    .limit(maxBatch)
    .forUpdate()
    .skipLocked();

/** Each feed is claimed by one server. */
async function takeDue({ database: { kysely: db }, clock }: World, due: Due): Promise<ZonedFeed[]> {
  const now = clock.now();
  return await db
    .updateTable("feeds")
    .from("families")
    .set({ due_at: new Date(now.getTime() + lease) })
    .whereRef("families.id", "=", "feeds.family_id")
    .where((where) =>
      where(
        where.refTuple("feeds.family_id", "feeds.id"),
        "in",
        dueFeeds(db, now, due).$asTuple("family_id", "id"),
      ),
    )
    .returningAll("feeds")
    .returning("families.time_zone")
    .execute();
}

/** Refreshes the feeds that are due, of all families or of one. */
export type Refresh = (world: World, familyId?: number) => Promise<void>;

/** Refreshes the feeds of some purposes. An unexpected failure of one feed does not block the rest. */
export function refresherOf(
  purposes: Due["purposes"],
  read: (world: World, feed: ZonedFeed) => Promise<void>,
): Refresh {
  const lane = pLimit(maxReads);
  const readInLane = (world: World, feed: ZonedFeed) =>
    lane(() => read(world, feed)).catch((err) =>
      world.log.error({ err, feed: feed.id }, "a subscribed calendar could not be read"),
    );
  return async (world, familyId) => {
    const take = () => takeDue(world, { purposes, familyId });
    const apart = 1000 / world.config.limits.feedsPerSecond;
    for (let due = await take(); due.length > 0; due = await take())
      await Promise.all(
        due.map(async (feed, place) => {
          // One after the other rather than at once, so that home stays fast for everybody in the meantime.
          await pause(place * apart);
          await readInLane(world, feed);
        }),
      );
  };
}

export const refreshDueFeeds = refresherOf(["calendar", "local-events"], refresh);
