// Records that a person has seen a thread, once its newest reply from somebody else is on a visible screen.
import { type RefObject, useEffect, useRef } from "react";
import { isRefusedForGood } from "#web/offline/retries.ts";
import { recordSeen } from "./queries.ts";

const recorded = new Set<string>();
const pauseMs = 15_000;

async function recordOnce(requestId: number, replyId: number, personId: number): Promise<void> {
  const mark = `${personId} ${replyId}`;
  if (recorded.has(mark)) return;
  recorded.add(mark);
  try {
    await recordSeen(requestId, replyId);
  } catch (error) {
    if (isRefusedForGood(error)) return;
    recorded.delete(mark);
    setTimeout(() => void recordOnce(requestId, replyId, personId), pauseMs);
  }
}

/** The navigation along the bottom covers 88 pixels. */
const inView = { threshold: 0.5, rootMargin: "0px 0px -88px 0px" };

/** Put the ref on the newest reply from somebody else. `isWanted` is false until its picture has loaded. */
export function useSeenReply(
  requestId: number | undefined,
  replyId: number | undefined,
  personId: number,
  isWanted: boolean,
): RefObject<HTMLLIElement | null> {
  const element = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!isWanted || !element.current || requestId === undefined || replyId === undefined) return;
    let isInView = false;
    const look = () => {
      if (isInView && document.visibilityState === "visible") void recordOnce(requestId, replyId, personId);
    };
    const observer = new IntersectionObserver((entries) => {
      isInView = entries.at(-1)?.isIntersecting ?? false;
      look();
    }, inView);
    observer.observe(element.current);
    document.addEventListener("visibilitychange", look);
    return () => {
      observer.disconnect();
      document.removeEventListener("visibilitychange", look);
    };
  }, [requestId, replyId, personId, isWanted]);
  return element;
}
