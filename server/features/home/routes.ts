import { getHome } from "#contract/home.ts";
import { searchMemory } from "#server/platform/http/answers-from-memory.ts";
import { type Route, route } from "#server/platform/http/route.ts";
import { liveHistoryOf, livePositionHeader } from "#server/platform/live/history.ts";
import type { World } from "#server/platform/world.ts";
import { homeOf } from "./home.ts";

/**
 * The position is taken before the caller is proven, because a role also decides what home shows, and before an
 * answer is looked up in memory.
 */
const fromMemory = (home: Route): Route => ({
  ...home,
  async begin(world, request, reply) {
    reply.header(livePositionHeader, liveHistoryOf(world.database).position);
    await searchMemory(world, request);
  },
});

export const homeRoutes = (world: World): Route[] => [
  fromMemory(route(getHome, ({ member }) => homeOf(world, member))),
];
