import { type RefObject, useEffect, useRef } from "react";
import { type HelpRequest, recordReceipt } from "#contract/help/requests.ts";
import { CallError, call } from "#web/api/call.ts";
import { askedAgainAt, isOpen } from "./progress.ts";

const recorded = new Set<string>();
const pause = 15_000;

/** Records a receipt once, and retries while the server cannot be reached. */
async function recordOnce(request: HelpRequest, personId: number, state: "REACHED" | "SEEN"): Promise<void> {
  const mark = `${personId} ${request.id} ${state} ${askedAgainAt(request) ?? ""}`;
  if (recorded.has(mark)) return;
  recorded.add(mark);
  try {
    await call(recordReceipt, { params: { id: String(request.id) }, body: { state } });
  } catch (error) {
    if (error instanceof CallError && error.status < 500) return;
    recorded.delete(mark);
    setTimeout(() => void recordOnce(request, personId, state), pause);
  }
}

const isDue = (request: HelpRequest, personId: number, states: string[]) =>
  isOpen(request) &&
  request.askedBy.id !== personId &&
  !request.receipts.some(({ state, person }) => person?.id === personId && states.includes(state));

/** Records that other people's requests have reached this device. */
export function useReached(requests: HelpRequest[] | undefined, personId: number): void {
  useEffect(() => {
    for (const request of requests ?? []) {
      if (isDue(request, personId, ["REACHED", "SEEN"])) void recordOnce(request, personId, "REACHED");
    }
  }, [requests, personId]);
}

/** The navigation along the bottom covers 88 pixels. */
const inView = { threshold: 0.5, rootMargin: "0px 0px -88px 0px" };

/** Records that a request was seen, when its words are on a visible screen. Put the ref on the words. */
export function useSeen<E extends HTMLElement>(request: HelpRequest, personId: number): RefObject<E | null> {
  const words = useRef<E>(null);
  const latest = useRef(request);
  latest.current = request;
  const isWanted = isDue(request, personId, ["SEEN"]);
  useEffect(() => {
    if (!isWanted || !words.current) return;
    let isInView = false;
    const look = () => {
      if (isInView && document.visibilityState === "visible") {
        void recordOnce(latest.current, personId, "SEEN");
      }
    };
    const observer = new IntersectionObserver((entries) => {
      isInView = entries.at(-1)?.isIntersecting ?? false;
      look();
    }, inView);
    observer.observe(words.current);
    document.addEventListener("visibilitychange", look);
    return () => {
      observer.disconnect();
      document.removeEventListener("visibilitychange", look);
    };
  }, [isWanted, personId]);
  return words;
}
