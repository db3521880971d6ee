import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { statusQuery, useSignedInUser } from "#web/accounts/queries.ts";
import { TodaysEvents } from "#web/calendar/todays-events.tsx";
import { ConnectionBanner } from "#web/help/requests/connection-banner.tsx";
import { CurrentRequests } from "#web/help/requests/current-requests.tsx";
import { ThingsToDo } from "#web/local-events/things-to-do.tsx";
import { DailyPuzzle } from "#web/puzzles/daily-puzzle.tsx";
import { Columns } from "#web/ui/layout/columns.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { lazyExtra, lazyNamed } from "#web/ui/page/lazy-named.ts";
import { Page } from "#web/ui/page/page.tsx";
import { Failed } from "#web/ui/state/failed.tsx";
import { useIsTopKnown } from "./use-is-top-known.ts";
import { Welcome } from "./welcome.tsx";

const BeforeHelp = lazyExtra(() => import("./before-help.tsx"), "BeforeHelp");
const BelowTheDay = lazyExtra(() => import("./below-the-day.tsx"), "BelowTheDay");
const NoFamily = lazyNamed(() => import("#web/families/no-family.tsx"), "NoFamily");

/** The day of the open family, with whoever needs help above it. */
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
      <Suspense>
        <BeforeHelp />
      </Suspense>
      <Stack gap={48} isUnseen={!isTopKnown}>
        <Columns>
          <TodaysEvents />
          <DailyPuzzle />
        </Columns>
        <ThingsToDo />
        <Suspense>
          <BelowTheDay />
        </Suspense>
      </Stack>
    </Page>
  );
}
