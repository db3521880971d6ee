import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { useSignedInUser } from "#web/features/accounts/queries.ts";
import type { Sender } from "#web/platform/offline/outbox.ts";
import { useAttempts } from "#web/platform/offline/retries.ts";
import { useLampLight } from "#web/ui/picture/lamp.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { flushAcknowledgements } from "./requests/acknowledgement-outbox.ts";
import { Announcements } from "./requests/announcements.tsx";
import { endDiscarded, flush } from "./requests/outbox.ts";
import { isDiscarded } from "./requests/outbox-store.ts";
import { acknowledgementsQuery, helpRequestsQuery, outboxQuery, waitingQuery } from "./requests/queries.ts";
import { useReached } from "./requests/receipts.ts";
import { isOpen } from "./requests/request-words.ts";

// The open page loads first.
const prefetchAfterMs = 2_000;

function useHelpPrefetch(familyId: number): void {
  const queries = useQueryClient();
  useEffect(() => {
    const prefetch = import("./prefetch.ts");
    // The first help page needs the categories. Without a connection, all of this is tried again on the next visit.
    prefetch.then(({ fetchPhrases }) => fetchPhrases(queries, familyId)).catch(() => {});
    const fetchPages = () => prefetch.then(({ fetchHelpPages }) => fetchHelpPages());
    const timer = setTimeout(() => void fetchPages().catch(() => {}), prefetchAfterMs);
    return () => clearTimeout(timer);
  }, [queries, familyId]);
}

/** Sends the requests that wait on this device, and ends discarded ones that the server has. */
function useOutboxFlush({ personId, familyId }: Sender): void {
  const queries = useQueryClient();
  const { data: outbox = [] } = useQuery(outboxQuery({ personId, familyId }));
  const hasDiscarded = outbox.some(isDiscarded);
  const attempt = useCallback(async () => {
    const isSent = await flush({ personId, familyId });
    const isEnded = hasDiscarded && (await endDiscarded({ personId, familyId }));
    if (isSent || isEnded) await queries.invalidateQueries({ queryKey: helpRequestsQuery.queryKey });
  }, [queries, personId, familyId, hasDiscarded]);
  useAttempts(attempt, outbox.length > 0);
}

/** Sends each "I'll help" that waits on this device, and says whoever else helps by then. */
function useAcknowledgementsFlush({ personId, familyId }: Sender): void {
  const queries = useQueryClient();
  const { data: waiting = [] } = useQuery(acknowledgementsQuery({ personId, familyId }));
  const attempt = useCallback(async () => {
    const refusals = await flushAcknowledgements({ personId, familyId });
    if (refusals) await queries.invalidateQueries({ queryKey: helpRequestsQuery.queryKey });
    for (const title of refusals ?? []) toast({ title, description: "Thank you for wanting to help." });
  }, [queries, personId, familyId]);
  useAttempts(
    attempt,
    waiting.some(({ refusal }) => refusal === undefined),
  );
}

function Watch({ personId, familyId }: Sender) {
  const { data: requests } = useQuery(helpRequestsQuery);
  const { data: waiting = [] } = useQuery(waitingQuery({ personId, familyId }));
  useLampLight(waiting.length > 0 || requests?.some(isOpen) === true);
  useHelpPrefetch(familyId);
  useReached(requests, personId);
  useOutboxFlush({ personId, familyId });
  useAcknowledgementsFlush({ personId, familyId });
  return <Announcements requests={requests} personId={personId} />;
}

/** Runs on every page: receives requests, sends waiting ones, lights the lamp, and announces updates. */
export function HelpWatch() {
  const user = useSignedInUser();
  if (!user || user.familyId === null) return null;
  return <Watch key={`${user.familyId} ${user.id}`} personId={user.id} familyId={user.familyId} />;
}
