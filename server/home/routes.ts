import type * as z from "zod/mini";
import { getStatus } from "#contract/accounts/sign-in.ts";
import { listCalendarEvents } from "#contract/calendar/calendar.ts";
import { listStaleCalendars } from "#contract/calendar/settings.ts";
import { getFamily } from "#contract/families.ts";
import { listHelpRequests } from "#contract/help/requests.ts";
import { getHome, type Home } from "#contract/home.ts";
import { listActiveLocalEvents } from "#contract/local-events.ts";
import { getActivePuzzle } from "#contract/puzzles.ts";
import { getReachability } from "#contract/reachability.ts";
import { userOf } from "#server/accounts/accounts.ts";
import { openDays, rangeOf } from "#server/calendar/calendar.ts";
import { staleCalendarsOf } from "#server/calendar/subscriptions/subscriptions.ts";
import { familyOf } from "#server/families/families.ts";
import { currentRequests } from "#server/help/requests/requests.ts";
import { type Route, route } from "#server/http/route.ts";
import type { Member } from "#server/http/session.ts";
import { liveHistoryOf, livePositionHeader } from "#server/live/history.ts";
import { localEventsAhead } from "#server/local-events/local-events.ts";
import { todaysPuzzle } from "#server/puzzles/todays-puzzle.ts";
import { reachabilityOf } from "#server/reachability/known-contact-methods.ts";
import type { World } from "#server/world.ts";

/**
 * Each part comes from the verb of its own call, so what a person may see is decided in one place. The verbs start in
 * one turn of the event loop, so their statements leave in one write.
 */
async function homeOf(world: World, member: Member): Promise<z.input<typeof Home>> {
  const { database } = world;
  const now = world.clock.now();
  const [state, helpRequests, user, family, events, puzzle, localEvents, staleCalendars] = await Promise.all([
    // It comes first because it alone needs a second round trip.
    reachabilityOf(world, member.familyId),
    currentRequests(database, member, now),
    userOf(database, member.token),
    familyOf(database, member),
    openDays(world, member, rangeOf({})),
    todaysPuzzle(database, member, now),
    localEventsAhead(database, member, now),
    staleCalendarsOf(database, member, now),
  ]);
  return {
    [getStatus.path]: { user },
    [getFamily.path]: family,
    [listHelpRequests.path]: helpRequests,
    [listCalendarEvents.path]: events,
    [getActivePuzzle.path]: puzzle,
    [listActiveLocalEvents.path]: localEvents,
    [getReachability.path]: { state },
    [listStaleCalendars.path]: staleCalendars,
  };
}

/** The position is taken before the caller is proven, because a role also decides what home shows. */
const withLivePosition = (home: Route): Route => ({
  ...home,
  answer(world, request, reply) {
    reply.header(livePositionHeader, liveHistoryOf(world.database).position);
    return home.answer(world, request, reply);
  },
});

export const homeRoutes = (world: World): Route[] => [
  withLivePosition(route(getHome, ({ member }) => homeOf(world, member))),
];
