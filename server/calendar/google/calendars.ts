// The calendars of the connected account, and which of them the family sees.
import type { ConnectedCalendar, ConnectedCalendars } from "#contract/calendar/google.ts";
import type { Db } from "#server/db/schema.ts";
import type { Member } from "#server/http/session.ts";
import type { GoogleCalendar, World } from "#server/world.ts";
import type { ZonedFeed } from "../subscriptions/feed-store.ts";
import { countsOf, feedsOf, freshnessOf } from "../subscriptions/subscriptions.ts";
import { Unreadable } from "../subscriptions/unreadable.ts";
import { unreadable } from "./google-reader.ts";
import { type Permission, permissionOf, rememberRevoked } from "./permissions.ts";

export const purpose = "google";

/** Maps ids at Google to the calendars that the family sees. */
export async function sharedOf(
  { secrets }: World,
  db: Db,
  familyId: number,
): Promise<ReadonlyMap<string, ZonedFeed>> {
  const feeds = await feedsOf(db, familyId, purpose);
  return new Map(feeds.map((feed) => [secrets.open(feed.sealed_url), feed]));
}

/** Throws `Unreadable`. */
export const listAt = (
  { senders: { google } }: World,
  { refreshToken }: Permission,
): Promise<GoogleCalendar[]> =>
  google.calendars(refreshToken).catch((error) => {
    throw unreadable(error);
  });

const isRevokedBy = (error: unknown): boolean => error instanceof Unreadable && error.reason === "revoked";

async function listIfPossible(world: World, permission: Permission) {
  if (permission.isRevoked) return { listed: [], isRevoked: true };
  try {
    const listed = await listAt(world, permission);
    return { listed: listed.toSorted((one, other) => +other.isPrimary - +one.isPrimary), isRevoked: false };
  } catch (error) {
    world.log.warn({ reason: String(error) }, "the calendars of an account could not be listed");
    const isRevoked = isRevokedBy(error);
    if (isRevoked) await rememberRevoked(world, permission);
    return { listed: [], isRevoked };
  }
}

const seen = (id: string, name: string, feed: ZonedFeed | undefined): ConnectedCalendar => ({
  ...{ id, name, isShared: feed !== undefined, category: feed?.category ?? "family" },
  freshness: feed ? freshnessOf(feed) : null,
  events: countsOf(feed),
});

export async function connectedCalendars(world: World, { familyId }: Member): Promise<ConnectedCalendars> {
  const permission = await permissionOf(world, familyId);
  if (!permission) return { calendars: [], isRevoked: false };
  const { listed, isRevoked } = await listIfPossible(world, permission);
  const shared = await sharedOf(world, world.database.kysely, familyId);
  const others = [...shared].filter(([id]) => !listed.some((calendar) => calendar.id === id));
  const calendars = [
    ...listed.map(({ id, name }) => seen(id, name, shared.get(id))),
    ...others.map(([id, feed]) => seen(id, feed.name, feed)),
  ];
  return { calendars, isRevoked };
}
