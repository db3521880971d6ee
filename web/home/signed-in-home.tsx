import { useQuery } from "@tanstack/react-query";
import { statusQuery, useSignedInUser } from "#web/accounts/queries.ts";
import { useStoredRole } from "#web/api/session.ts";
import { TodaysEvents } from "#web/calendar/todays-events.tsx";
import { FamilyCalls } from "#web/families/call/family-calls.tsx";
import { ConnectionBanner } from "#web/help/requests/connection-banner.tsx";
import { CurrentRequests } from "#web/help/requests/current-requests.tsx";
import { isOpen } from "#web/help/requests/open-state.ts";
import { helpRequestsQuery } from "#web/help/requests/queries.ts";
import { ThingsToDo } from "#web/local-events/things-to-do.tsx";
import { DailyPuzzle } from "#web/puzzles/daily-puzzle.tsx";
import { Columns, Stack } from "#web/ui/layout/layout.tsx";
import { lazyPage, lazyPart } from "#web/ui/page/lazy.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { Failed } from "#web/ui/state/loaded.tsx";
import { useIsTopKnown } from "./use-is-top-known.ts";
import { Welcome } from "./welcome.tsx";

const LinesAboveTheDay = lazyPart(() => import("./lines.tsx"), "LinesAboveTheDay");
const LinesBelowTheDay = lazyPart(() => import("./lines.tsx"), "LinesBelowTheDay");
const NoFamily = lazyPage(() => import("#web/families/no-family.tsx"), "NoFamily");

/** The day of the open family, with requests for help above it. */
export function SignedInHome() {
  const user = useSignedInUser();
  const status = useQuery(statusQuery);
  const isTopKnown = useIsTopKnown();
  const isHelper = useStoredRole() !== "grandparent";
  const { data: requests } = useQuery(helpRequestsQuery);
  if (user?.familyId === null) return <NoFamily />;
  // Whoever helps sees first who needs help. Keys keep the cards as they are when they move.
  const current = (
    <CurrentRequests key="requests" sender={user && { id: user.id, familyId: user.familyId }} />
  );
  const top = [
    <Welcome key="welcome" isUnseen={isHelper && !isTopKnown} />,
    <ConnectionBanner key="connection" />,
    status.isError && !user && (
      <Failed key="status" title="We could not see who you are" onRetry={() => void status.refetch()} />
    ),
  ];
  // The card of a request has calls of its own.
  const calls = !requests?.some(isOpen) && <FamilyCalls />;
  return (
    <Page title="Home">
      {isHelper && requests?.length ? [current, ...top] : [...top, current]}
      <LinesAboveTheDay />
      <Stack gap={48} isUnseen={!isTopKnown}>
        {!isHelper && calls}
        <Columns>
          <TodaysEvents />
          <DailyPuzzle />
        </Columns>
        {isHelper && calls}
        <ThingsToDo />
        <LinesBelowTheDay />
      </Stack>
    </Page>
  );
}
