import { getStatus } from "#contract/accounts/sign-in.ts";
import { listCalendarEvents } from "#contract/calendar/calendar.ts";
import { listStaleCalendars } from "#contract/calendar/settings.ts";
import { getFamily } from "#contract/families.ts";
import { listHelpRequests } from "#contract/help/requests.ts";
import { getHome } from "#contract/home.ts";
import { listActiveLocalEvents } from "#contract/local-events.ts";
import { getActivePuzzle } from "#contract/puzzles.ts";
import { getReachability } from "#contract/reachability.ts";
import { userOf } from "#server/features/accounts/accounts.ts";
import { nextDueCalendar, openDays, rangeOf } from "#server/features/calendar/calendar.ts";
import {
  nextStaleCalendar,
  staleCalendarsOf,
} from "#server/features/calendar/subscriptions/subscriptions.ts";
import { familyOf } from "#server/features/families/families.ts";
import { nextDay } from "#server/features/families/time-zones.ts";
import { currentRequests, findNextRequestGone } from "#server/features/help/requests/requests.ts";
import { localEventsAhead } from "#server/features/local-events/local-events.ts";
import { todaysPuzzle } from "#server/features/puzzles/todays-puzzle.ts";
import {
  nextLostContactMethod,
  reachabilityOf,
} from "#server/features/reachability/known-contact-methods.ts";
import { LastingAnswer, searchMemory } from "#server/platform/http/answers-from-memory.ts";
import { type Route, route } from "#server/platform/http/route.ts";
import type { Member } from "#server/platform/http/session.ts";
import { liveHistoryOf, livePositionHeader } from "#server/platform/live/history.ts";
import type { World } from "#server/platform/world.ts";

// The next time at which the clock alone changes home, or at which its session has to be read again.
const findLifetime = {
  name: "find-lifetime-of-home",
  text: `select least(
      ${nextDay}, ${nextStaleCalendar}, ${nextDueCalendar}, ${nextLostContactMethod},
      expires_at, last_used_at + interval '1 hour'
    ) as until, array(select family_id from memberships where person_id = $3) as "familyIds"
    from sessions where id = $4`,
};

interface Lifetime {
  until: Date;
  /** The account names all families of a person. */
  familyIds: number[];
}

async function lifetimeOf({ database }: World, member: Member, now: Date): Promise<Lifetime | undefined> {
  const { familyId, id, sessionId } = member;
  const [[lifetime], requestGone] = await Promise.all([
    database.read<Lifetime>(findLifetime, [familyId, now, id, sessionId]),
    findNextRequestGone(database.reads, familyId, now),
  ]);
  return lifetime && requestGone && requestGone < lifetime.until
    ? { ...lifetime, until: requestGone }
    : lifetime;
}

/**
 * Each part comes from the verb of its own call, so what a person may see is decided in one place. The verbs start in
 * one turn of the event loop, so their statements leave in one write.
 */
async function homeOf(world: World, member: Member) {
  const { database } = world;
  const now = world.clock.now();
  const [state, lifetime, helpRequests, user, family, events, puzzle, localEvents, staleCalendars] =
    await Promise.all([
      // It starts first, because it alone needs a second round trip.
      reachabilityOf(world, member.familyId),
      lifetimeOf(world, member, now),
      currentRequests(database, member, now),
      userOf(database, member.token),
      familyOf(database, member),
      openDays(world, member, rangeOf({})),
      todaysPuzzle(database, member, now),
      localEventsAhead(database, member, now),
      staleCalendarsOf(database, member, now),
    ]);
  const home = {
    [getStatus.path]: { user },
    [getFamily.path]: family,
    [listHelpRequests.path]: helpRequests,
    [listCalendarEvents.path]: events,
    [getActivePuzzle.path]: puzzle,
    [listActiveLocalEvents.path]: localEvents,
    [getReachability.path]: { state },
    [listStaleCalendars.path]: staleCalendars,
  };
  return lifetime ? new LastingAnswer(home, { member, ...lifetime }) : home;
}

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
