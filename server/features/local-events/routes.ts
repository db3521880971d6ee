import * as contract from "#contract/local-events.ts";
import { perPerson } from "#server/platform/http/limits.ts";
import { type Route, route } from "#server/platform/http/route.ts";
import type { World } from "#server/platform/world.ts";
import * as feeds from "./local-event-feeds.ts";
import * as events from "./local-events.ts";

const ofEvents = (world: World): Route[] => [
  route(contract.listActiveLocalEvents, ({ member }) =>
    events.localEventsAhead(world.database, member, world.clock.now()),
  ),
  route(contract.listLocalEvents, ({ member }) =>
    events.enteredLocalEvents(world.database, member, world.clock.now()),
  ),
  route(contract.addLocalEvent, ({ member, body }) => events.addLocalEvent(world, member, body)),
  route(contract.changeLocalEvent, ({ member, params, body }) =>
    events.changeLocalEvent(world.database.kysely, member, params.id, body),
  ),
  route(contract.deleteLocalEvent, ({ member, params }) =>
    events.removeLocalEvent(world.database.kysely, member, params.id),
  ),
];

const ofFeeds = (world: World): Route[] => [
  route(contract.listLocalEventFeeds, ({ member }) => feeds.localEventFeedsOf(world, member)),
  route(
    contract.subscribeToLocalEventFeed,
    ({ member, body }) => feeds.subscribeToFeed(world, member, body),
    perPerson("calendar-fetches"),
  ),
  route(contract.unsubscribeFromLocalEventFeed, ({ member, params }) =>
    feeds.unsubscribeFromFeed(world.database.kysely, member, params.id),
  ),
];

export const localEventRoutes = (world: World): Route[] => [...ofEvents(world), ...ofFeeds(world)];
