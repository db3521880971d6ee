import { notifyManager, type QueryCache, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useLayoutEffect, useState, useSyncExternalStore } from "react";
import type { HelpRequest } from "#contract/help/requests.ts";
import { statusQuery, useSignedInUser } from "#web/features/accounts/queries.ts";
import { HomeBirthdays } from "#web/features/birthdays/home-birthdays.tsx";
import { AroundToday, TodaysEvents } from "#web/features/calendar/todays-events.tsx";
import { FamilyCalls } from "#web/features/families/call/calls.tsx";
import type { Contact } from "#web/features/families/contacts.ts";
import { useContacts, useFamily } from "#web/features/families/queries.ts";
import { GiveHello, HomeHellos } from "#web/features/hellos/home-hellos.tsx";
import { HomeQuestion } from "#web/features/hellos/home-question.tsx";
import { ConnectionBanner } from "#web/features/help/requests/connection-banner.tsx";
import { CurrentRequests, useAwaitsRequests } from "#web/features/help/requests/current-requests.tsx";
import { helpRequestsQuery } from "#web/features/help/requests/queries.ts";
import { isOpen } from "#web/features/help/requests/request-words.ts";
import { HomeLights } from "#web/features/lights/home-lights.tsx";
import { ThingsToDo } from "#web/features/local-events/things-to-do.tsx";
import { DailyPuzzle } from "#web/features/puzzles/daily-puzzle.tsx";
import { useStoredRole } from "#web/platform/api/session.ts";
import type { Sender } from "#web/platform/offline/outbox.ts";
import { Columns, Stack } from "#web/ui/layout/layout.tsx";
import { lazyPage } from "#web/ui/page/lazy.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { Failed, OneNotice, SharedNotice, timeOfNextRead } from "#web/ui/state/loaded.tsx";
import { Held, Skeleton, SkeletonRows } from "#web/ui/state/loading.tsx";
import styles from "./home.module.css";
import { LinesAboveTheDay, LinesBelowTheDay } from "./lines.tsx";
import { QuickActions } from "./quick-actions.tsx";
import { Welcome } from "./welcome.tsx";

const timeoutMs = 3_000;

/** Whether every query that home waits for has had an answer. */
const areAllRead = (cache: QueryCache): boolean =>
  cache.getAll().every((query) => !query.meta?.pushesHomeDown || query.isFetched());

function useAreAllRead(cache: QueryCache): boolean {
  const subscribe = useCallback(
    (listener: () => void) => cache.subscribe(notifyManager.batchCalls(listener)),
    [cache],
  );
  return useSyncExternalStore(subscribe, () => areAllRead(cache));
}

/**
 * Whether everything has loaded that affects the layout of home. The day waits for it, so that nothing moves once it is
 * shown, but at most three seconds.
 */
function useIsHomeKnown(isAwaitingCode: boolean): boolean {
  const [isLate, setLate] = useState(false);
  const [wasKnown, setWasKnown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), timeoutMs);
    return () => clearTimeout(timer);
  }, []);
  const cache = useQueryClient().getQueryCache();
  const areRead = useAreAllRead(cache);
  const { data: status, isError: hasNoStatus } = useQuery(statusQuery);
  const hasFamily = useFamily() !== undefined;
  const isOfFamily = hasNoStatus || (status !== undefined && hasFamily);
  const isReady = isOfFamily && (hasNoStatus || areRead) && !isAwaitingCode;
  useLayoutEffect(() => {
    // Where the family lives it may be another day than here, which the parts of home have asked for by now.
    if (isReady && (hasNoStatus || areAllRead(cache))) setWasKnown(true);
  }, [isReady, hasNoStatus, cache]);
  // Once home is shown, nothing that arrives later hides it again, because the focus would be lost.
  return isLate || (isOfFamily && wasKnown);
}

const NoFamily = lazyPage(() => import("#web/features/families/no-family.tsx"), "NoFamily");

const section = (
  <Stack>
    <Skeleton shape="line" />
    <SkeletonRows count={3} />
  </Stack>
);

const daySkeleton = (
  <Stack gap={48}>
    <Columns>
      {section}
      {section}
    </Columns>
    {section}
  </Stack>
);

const welcomeSkeleton = (
  <Columns kind="welcome">
    <Skeleton shape="line" />
    <SkeletonRows count={1} />
  </Columns>
);

interface DayProps {
  sender: Sender | undefined;
  requests: readonly HelpRequest[];
  isHelper: boolean;
}

/** What the family gives and plans today. */
function Day({ sender, requests, isHelper }: DayProps) {
  const contacts = useContacts();
  const grandparents = isHelper ? contacts.filter(({ role }) => role === "grandparent") : [];
  // The card of a request has its own call buttons.
  const isCalm = ({ id }: Contact) => !requests.some((one) => isOpen(one) && one.askedBy.id === id);
  return (
    <>
      {isHelper && <QuickActions grandparents={grandparents.filter(isCalm)} giver={sender} />}
      {sender && <HomeLights owner={sender} />}
      {sender && <HomeBirthdays giver={sender} />}
      {sender && <HomeHellos giver={sender} />}
      <div className={styles.room}>
        <div className={styles.day}>
          <div className={styles.column}>
            <TodaysEvents />
            {!requests.some(isOpen) && <FamilyCalls except={grandparents} />}
            <AroundToday />
          </div>
          <div className={styles.column}>
            {!isHelper && sender && <GiveHello giver={sender} />}
            <DailyPuzzle />
            {sender && <HomeQuestion giver={sender} />}
          </div>
        </div>
      </div>
    </>
  );
}

interface SignedInHomeProps {
  /** Called when nothing more has to be fetched before the day is shown. */
  onShown: () => void;
}

/** The day of the open family, with requests for help above it. */
export function SignedInHome({ onShown }: SignedInHomeProps) {
  const user = useSignedInUser();
  const status = useQuery(statusQuery);
  const sender = user?.familyId ? { personId: user.id, familyId: user.familyId } : undefined;
  const isAwaitingRequests = useAwaitsRequests(sender);
  const isKnown = useIsHomeKnown(isAwaitingRequests);
  useEffect(() => {
    if (isKnown) onShown();
  }, [isKnown, onShown]);
  const isHelper = useStoredRole() !== "grandparent";
  // For grandparents nothing comes above the greeting, so it shows at once. Until the role is known, it waits.
  const [isGreeted] = useState(!isHelper);
  const { data: requests } = useQuery(helpRequestsQuery);
  if (user?.familyId === null) return <NoFamily />;
  // Keys preserve the cards when they move.
  const current = <CurrentRequests key="requests" sender={sender} />;
  const top = [
    <Held key="welcome" isHeld={!isGreeted && !isKnown} label="Loading" skeleton={welcomeSkeleton}>
      <Welcome />
    </Held>,
    <ConnectionBanner key="connection" />,
    <SharedNotice key="notice" />,
    status.isError && !user && (
      <Failed
        key="status"
        title="We couldn't tell who you are"
        readAt={timeOfNextRead(status)}
        onRetry={() => void status.refetch()}
      />
    ),
  ];
  return (
    <OneNotice>
      <Page title="Home" layout="home">
        {/* Helpers see first who needs help. */}
        {isHelper ? [current, ...top] : [...top, current]}
        <LinesAboveTheDay />
        <Held isHeld={!isKnown} label="Loading your day" skeleton={daySkeleton}>
          <Stack gap={48}>
            <Day sender={sender} requests={requests ?? []} isHelper={isHelper} />
            <ThingsToDo />
            <LinesBelowTheDay />
          </Stack>
        </Held>
      </Page>
    </OneNotice>
  );
}
