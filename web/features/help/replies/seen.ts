// Records that a person has seen a thread, once its newest reply from somebody else is on a visible screen.
import { type RefObject, useEffect, useRef } from "react";
import { isRefusedForGood } from "#web/platform/offline/retries.ts";
import { onVisible } from "#web/ui/visibility.ts";
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
    return onVisible(element.current, () => void recordOnce(requestId, replyId, personId));
  }, [requestId, replyId, personId, isWanted]);
  return element;
}
