// Everything that home shows: its parts, and how long they stay the same.
import { getStatus } from "#contract/accounts/sign-in.ts";
import { listCalendarEvents, listTomorrowsEvents } from "#contract/calendar/calendar.ts";
import { listStaleCalendars } from "#contract/calendar/settings.ts";
import type { Answer } from "#contract/endpoint.ts";
import { getFamily } from "#contract/families.ts";
import { getCurrentHellos } from "#contract/hellos.ts";
import { listHelpRequests } from "#contract/help/requests.ts";
import { getHome } from "#contract/home.ts";
import { getCurrentLights } from "#contract/lights.ts";
import { listActiveLocalEvents } from "#contract/local-events.ts";
import { getActivePuzzle } from "#contract/puzzles.ts";
import { getCurrentQuestion } from "#contract/questions.ts";
import { getReachability } from "#contract/reachability.ts";
import { userOf } from "#server/features/accounts/accounts.ts";
import { openDays, rangeOf } from "#server/features/calendar/calendar.ts";
import { findNextDueCalendar } from "#server/features/calendar/queries.ts";
import {
  findNextStaleCalendar,
  staleCalendarsOf,
} from "#server/features/calendar/subscriptions/subscriptions.ts";
import { familyOf } from "#server/features/families/families.ts";
import { findFamilyIds, findNextDay } from "#server/features/families/queries.ts";
import { currentHellos, findNextHelloChange } from "#server/features/hellos/hellos.ts";
import { currentRequests, findNextRequestGone } from "#server/features/help/requests/requests.ts";
import { currentLights, findNextLightChange } from "#server/features/lights/lights.ts";
import { localEventsAhead } from "#server/features/local-events/local-events.ts";
import { todaysPuzzle } from "#server/features/puzzles/todays-puzzle.ts";
import { currentQuestion } from "#server/features/questions/questions.ts";
import { findNextSilence, reachabilityOf } from "#server/features/reachability/known-contact-methods.ts";
import { findNextSignOut } from "#server/features/reachability/queries.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { LastingAnswer } from "#server/platform/http/answers-from-memory.ts";
import { type Member, touchEveryMs } from "#server/platform/http/session.ts";
import type { World } from "#server/platform/world.ts";
import { findSession } from "./queries.ts";

type Home = Answer<typeof getHome>;

/** Finds the next time at which the clock alone changes what a family sees. */
type FindNextChange = (db: Db, familyId: number, now: Date) => Promise<Date | null>;

interface Part<Content> {
  /** The rule behind the part's own call, so that what a person may see is decided in one place. */
  read(world: World, member: Member, now: Date): Promise<Content>;
  /** Find the times at which the clock alone changes it. Everything else that changes it is published. */
  readonly nextChanges: readonly FindNextChange[];
}

const parts: { readonly [Path in keyof Home]: Part<Home[Path]> } = {
  [getStatus.path]: {
    read: async ({ database }, { token }) => ({ user: await userOf(database, token) }),
    nextChanges: [],
  },
  [getFamily.path]: {
    read: ({ database }, member) => familyOf(database, member),
    nextChanges: [],
  },
  [listHelpRequests.path]: {
    read: ({ database }, member, now) => currentRequests(database, member, now),
    nextChanges: [findNextRequestGone],
  },
  [getCurrentHellos.path]: {
    read: ({ database }, member, now) => currentHellos(database, member, now),
    nextChanges: [findNextHelloChange, findNextDay],
  },
  [getCurrentLights.path]: {
    read: ({ database }, member, now) => currentLights(database, member, now),
    nextChanges: [findNextLightChange],
  },
  [listCalendarEvents.path]: {
    read: (world, member) => openDays(world, member, rangeOf({})),
    nextChanges: [findNextDay, findNextDueCalendar],
  },
  [listTomorrowsEvents.path]: {
    read: (world, member) => openDays(world, member, "tomorrow"),
    nextChanges: [findNextDay, findNextDueCalendar],
  },
  [getActivePuzzle.path]: {
    read: ({ database }, member, now) => todaysPuzzle(database, member, now),
    nextChanges: [findNextDay],
  },
  [getCurrentQuestion.path]: {
    read: ({ database }, member, now) => currentQuestion(database, member, now),
    nextChanges: [findNextDay],
  },
  [listActiveLocalEvents.path]: {
    read: ({ database }, member, now) => localEventsAhead(database, member, now),
    nextChanges: [findNextDay],
  },
  [getReachability.path]: {
    read: async (world, { familyId }) => ({ state: await reachabilityOf(world, familyId) }),
    nextChanges: [findNextSilence, findNextSignOut],
  },
  [listStaleCalendars.path]: {
    read: ({ database }, member, now) => staleCalendarsOf(database, member, now),
    nextChanges: [findNextStaleCalendar],
  },
};

async function readParts(world: World, member: Member, now: Date): Promise<Home> {
  const entries = Object.entries(parts).map(
    async ([path, part]) => [path, await part.read(world, member, now)] as const,
  );
  return getHome.response.parse(Object.fromEntries(await Promise.all(entries)));
}

/** Finds the time until which this home stays the same, unless a change is published; nothing if the session has ended. */
async function findEnd(db: Db, { familyId, sessionId }: Member, now: Date): Promise<Date | undefined> {
  // Several parts change with the day.
  const finders = new Set(Object.values(parts).flatMap(({ nextChanges }) => nextChanges));
  const [session, ...changes] = await Promise.all([
    findSession(db, sessionId),
    ...[...finders].map((findNextChange) => findNextChange(db, familyId, now)),
  ]);
  if (!session) return undefined;
  const staleAt = new Date(session.lastUsedAt.getTime() + touchEveryMs);
  const times = [session.expiresAt, staleAt, ...changes.filter((at) => at !== null)];
  return times.reduce((one, other) => (one < other ? one : other));
}

/** The account names all families of a person, so each of them can change home. */
export async function homeOf(world: World, member: Member): Promise<Home | LastingAnswer<Home>> {
  const { reads } = world.database;
  const now = world.clock.now();
  const [content, until, familyIds] = await Promise.all([
    readParts(world, member, now),
    findEnd(reads, member, now),
    findFamilyIds(reads, member.id),
  ]);
  return until ? new LastingAnswer(content, { member, familyIds, until }) : content;
}
