import { type RefObject, useEffect, useRef } from "react";
import type { HelpRequest } from "#contract/help/requests.ts";
import { CallError, call } from "#web/platform/api/call.ts";
import { onVisible } from "#web/ui/visibility.ts";
import { askedAgainAt, isOpen } from "./request-words.ts";

type State = "REACHED" | "SEEN";

const recorded = new Set<string>();
const retryAfterMs = 15_000;
// The server takes at most this many in one call.
const maxBatch = 100;

interface Recorded {
  readonly request: HelpRequest;
  readonly personId: number;
  readonly mark: string;
}

/** The receipts gathered so far. They are sent together, in one call for each state. */
const gathered = new Map<State, Recorded[]>();

/** Records receipts, and retries while the server cannot be reached. */
async function send(state: State, receipts: readonly Recorded[]): Promise<void> {
  try {
    await call("POST /api/help-requests/receipts", {
      body: { ids: receipts.map(({ request }) => request.id), state },
    });
  } catch (error) {
    if (error instanceof CallError && error.status < 500) return;
    for (const { mark } of receipts) recorded.delete(mark);
    setTimeout(() => {
      for (const { request, personId } of receipts) recordOnce(request, personId, state);
    }, retryAfterMs);
  }
}

function sendGathered(): void {
  for (const [state, receipts] of gathered) {
    for (let from = 0; from < receipts.length; from += maxBatch)
      void send(state, receipts.slice(from, from + maxBatch));
  }
  gathered.clear();
}

/** Records a receipt once. */
function recordOnce(request: HelpRequest, personId: number, state: State): void {
  const mark = `${personId} ${request.id} ${state} ${askedAgainAt(request) ?? ""}`;
  if (recorded.has(mark)) return;
  recorded.add(mark);
  if (gathered.size === 0) setTimeout(sendGathered);
  gathered.set(state, [...(gathered.get(state) ?? []), { request, personId, mark }]);
}

const isDue = (request: HelpRequest, personId: number, states: string[]) =>
  isOpen(request) &&
  request.askedBy.id !== personId &&
  !request.receipts.some(({ state, person }) => person?.id === personId && states.includes(state));

/** Records that other people's requests have reached this device. */
export function useReached(requests: HelpRequest[] | undefined, personId: number): void {
  useEffect(() => {
    for (const request of requests ?? []) {
      if (isDue(request, personId, ["REACHED", "SEEN"])) recordOnce(request, personId, "REACHED");
    }
  }, [requests, personId]);
}

/** Records that a request was seen, when its words are on a visible screen. Put the ref on the words. */
export function useSeen<E extends HTMLElement>(request: HelpRequest, personId: number): RefObject<E | null> {
  const words = useRef<E>(null);
  const latest = useRef(request);
  latest.current = request;
  const isWanted = isDue(request, personId, ["SEEN"]);
  useEffect(() => {
    if (!isWanted || !words.current) return;
    return onVisible(words.current, () => recordOnce(latest.current, personId, "SEEN"));
  }, [isWanted, personId]);
  return words;
}
