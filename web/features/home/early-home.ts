import { hashKey, type QueryClient } from "@tanstack/react-query";
import type { Answer } from "#contract/endpoint.ts";
import type { getHome } from "#contract/home.ts";
import { statusQuery } from "#web/features/accounts/queries.ts";
import {
  staleCalendarsQuery,
  todaysEventsQuery,
  tomorrowsEventsQuery,
} from "#web/features/calendar/queries.ts";
import { type FamilyClock, familyClockIn } from "#web/features/families/family-clock.ts";
import { familyQuery } from "#web/features/families/queries.ts";
import { storedFamily } from "#web/features/families/stored-family.ts";
import { currentHellosQuery } from "#web/features/hellos/current-hellos-query.ts";
import { helpRequestsQuery } from "#web/features/help/requests/queries.ts";
import { currentLightsQuery } from "#web/features/lights/current-lights-query.ts";
import { localEventsQuery } from "#web/features/local-events/queries.ts";
import { todaysPuzzleQuery } from "#web/features/puzzles/queries.ts";
import { currentQuestionQuery } from "#web/features/questions/current-question-query.ts";
import { reachabilityQuery } from "#web/features/reachability/queries.ts";
import { answerFromEarlyHome } from "#web/platform/api/call.ts";

const queriesOfDay = [
  todaysEventsQuery,
  tomorrowsEventsQuery,
  todaysPuzzleQuery,
  localEventsQuery,
  currentLightsQuery,
  currentQuestionQuery,
];

/** Before the family is known, it may be another day here than where the family lives. */
function copyToDay(queries: QueryClient, guessed: FamilyClock, today: FamilyClock): void {
  for (const query of queriesOfDay) {
    const [from, to] = [query(guessed).queryKey, query(today).queryKey];
    if (hashKey(to) !== hashKey(from)) queries.setQueryData<unknown>(to, queries.getQueryData<unknown>(from));
  }
}

async function readLines(queries: QueryClient): Promise<void> {
  const { timeZone } = storedFamily() ?? Intl.DateTimeFormat().resolvedOptions();
  const guessed = familyClockIn(timeZone);
  const reads: Readonly<Record<keyof Answer<typeof getHome>, Promise<void>>> = {
    "/api/auth/status": queries.prefetchQuery(statusQuery),
    "/api/family": queries.prefetchQuery(familyQuery),
    "/api/hellos/current": queries.prefetchQuery(currentHellosQuery),
    "/api/help-requests": queries.prefetchQuery(helpRequestsQuery),
    "/api/lights": queries.prefetchQuery(currentLightsQuery(guessed)),
    "/api/calendar-events": queries.prefetchQuery(todaysEventsQuery(guessed)),
    "/api/calendar-events/tomorrow": queries.prefetchQuery(tomorrowsEventsQuery(guessed)),
    "/api/puzzles/active": queries.prefetchQuery(todaysPuzzleQuery(guessed)),
    "/api/questions/current": queries.prefetchQuery(currentQuestionQuery(guessed)),
    "/api/local-events/active": queries.prefetchQuery(localEventsQuery(guessed)),
    "/api/reachability": queries.prefetchQuery(reachabilityQuery),
    "/api/stale-calendars": queries.prefetchQuery(staleCalendarsQuery),
  };
  await Promise.all(Object.values(reads));
  const family = queries.getQueryData(familyQuery.queryKey);
  if (family) copyToDay(queries, guessed, familyClockIn(family.timeZone));
}

/** Fills the queries of all of home's lines from the one answer that display.js has requested. */
export const readEarlyHome = (queries: QueryClient): void =>
  answerFromEarlyHome(() => void readLines(queries));
