// A family subscribes to public calendars for things to do, such as a library's or a town's.
import type { LocalEventFeed, NewLocalEventFeed } from "#contract/local-events.ts";
import {
  findSubscribedCalendars,
  type SubscribedCalendar,
} from "#server/features/calendar/subscriptions/queries.ts";
import {
  countsOf,
  fetchNewCalendar,
  freshnessOf,
  subscribe,
  unsubscribe,
} from "#server/features/calendar/subscriptions/subscriptions.ts";
import { lockFamily } from "#server/features/families/queries.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { Conflict, NotFound } from "#server/platform/errors.ts";
import type { Member } from "#server/platform/http/session.ts";
import type { World } from "#server/platform/world.ts";

const purpose = "local-events";

const toLocalEventFeed = (feed: SubscribedCalendar, { secrets }: World): LocalEventFeed => ({
  id: feed.id,
  name: feed.name,
  url: secrets.open(feed.sealed_url),
  ...freshnessOf(feed),
  events: countsOf(feed),
});

export async function localEventFeedsOf(world: World, { familyId }: Member): Promise<LocalEventFeed[]> {
  const feeds = await findSubscribedCalendars(world.database.kysely, familyId, purpose);
  return feeds.map((feed) => toLocalEventFeed(feed, world));
}

async function refuseMore(db: Db, world: World, member: Member, url: string): Promise<void> {
  // Locks the family, so that two calls at once cannot both add the last one allowed.
  await lockFamily(db, member.familyId);
  const subscribed = await findSubscribedCalendars(db, member.familyId, purpose);
  const max = world.config.limits.feedsPerFamily;
  if (subscribed.some((feed) => world.secrets.open(feed.sealed_url) === url)) {
    const message = "You already subscribe to this calendar.";
    throw new Conflict(message, { url: message });
  }
  if (subscribed.length >= max)
    throw new Conflict(`You subscribe to ${max} calendars. Please remove one of them first.`);
}

export async function subscribeToFeed(
  world: World,
  member: Member,
  { url, name = "" }: NewLocalEventFeed,
): Promise<LocalEventFeed> {
  const { familyId } = member;
  const fetched = await fetchNewCalendar(world, familyId, url, "url");
  const feed = await world.database.kysely.transaction().execute(async (trx) => {
    await refuseMore(trx, world, member, url);
    return await subscribe(trx, world, { familyId, purpose, url, name }, fetched);
  });
  return toLocalEventFeed(feed, world);
}

export async function unsubscribeFromFeed(db: Db, { familyId }: Member, id: number): Promise<void> {
  const wasSubscribed = await db.transaction().execute((trx) => unsubscribe(trx, familyId, purpose, id));
  if (!wasSubscribed) throw new NotFound();
}
