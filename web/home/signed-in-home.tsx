import { useQuery } from "@tanstack/react-query";
import { statusQuery, useSignedInUser } from "#web/accounts/queries.ts";
import { TodaysEvents } from "#web/calendar/todays-events.tsx";
import { ConnectionBanner } from "#web/help/requests/connection-banner.tsx";
import { CurrentRequests } from "#web/help/requests/current-requests.tsx";
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
  if (user?.familyId === null) return <NoFamily />;
  return (
    <Page title="Home">
      <Welcome />
      <ConnectionBanner />
      {status.isError && !user && (
        <Failed title="We could not see who you are" onRetry={() => void status.refetch()} />
      )}
      <CurrentRequests sender={user && { id: user.id, familyId: user.familyId }} />
      <LinesAboveTheDay />
      <Stack gap={48} isUnseen={!isTopKnown}>
        <Columns>
          <TodaysEvents />
          <DailyPuzzle />
        </Columns>
        <ThingsToDo />
        <LinesBelowTheDay />
      </Stack>
    </Page>
  );
}
