import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useCallback, useEffect, useRef } from "react";
import type { NewReply, Reply } from "#contract/help/replies.ts";
import { maxPictures } from "#contract/help/reply-limits.ts";
import { call } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { useRefresh } from "#web/platform/api/queries.ts";
import { isRefusedForGood, newKey, useAttempts } from "#web/platform/offline/retries.ts";
import { onVisible } from "#web/ui/visibility.ts";
import { filesFor, flushFiles, type StoredRequest, send } from "./outbox.ts";
import { filesOutbox, type WaitingFile } from "./outbox-store.ts";

/** The request that a thread is about. A request that waits on this device has no id yet. */
export interface Subject {
  id?: number | undefined;
  idempotencyKey: string;
  /** The person who is looking. */
  personId: number;
  familyId: number;
}

export const repliesQuery = (id: number | undefined) =>
  queryOptions({
    queryKey: ["help-replies", id],
    queryFn: ({ signal }): Promise<Reply[]> =>
      id === undefined
        ? Promise.resolve([])
        : call("GET /api/help-requests/:id/replies", { params: { id } }, signal),
  });

/** The name of a reply in the address of the page. */
export const addressInPage = ({ id }: Pick<Reply, "id">): string => `reply-${id}`;

const waitingKey = (requestKey: string) => ["help-replies", "waiting", requestKey];

const storedRequest = ({ id, idempotencyKey }: Subject): StoredRequest | undefined =>
  id === undefined ? undefined : { id, idempotencyKey };

interface ThreadParts {
  replies: Reply[];
  /** The files on this device, even those that the server has already. */
  stored: WaitingFile[];
  waiting: WaitingFile[];
}

/** The thread, and the parts of it that are only on this device. */
export function useReplies({ id, idempotencyKey, personId, familyId }: Subject): ThreadParts {
  const { data: replies = [] } = useQuery(repliesQuery(id));
  const { data: stored = [] } = useQuery({
    queryKey: waitingKey(idempotencyKey),
    queryFn: () => filesFor({ personId, familyId }, idempotencyKey).catch(() => []),
  });
  const sent = new Set(replies.map((reply) => reply.idempotencyKey));
  return { replies, stored, waiting: stored.filter(({ key }) => !sent.has(key)) };
}

/** Whether the request takes another picture. Sending one back with marks adds none. */
export function hasRoomForPicture({ replies, waiting }: Pick<ThreadParts, "replies" | "waiting">): boolean {
  const pictures = new Set(replies.flatMap(({ picture }) => picture?.id ?? []));
  return pictures.size + waiting.filter(({ kind }) => kind === "picture").length < maxPictures;
}

/** The thread, whose parts that are only on this device are sent when possible. */
export function useThread(subject: Subject): ThreadParts {
  const { id, idempotencyKey, personId, familyId } = subject;
  const queries = useQueryClient();
  const thread = useReplies(subject);
  const attempt = useCallback(async () => {
    if (id === undefined) return;
    const hasChanged = await flushFiles({ personId, familyId }, { id, idempotencyKey });
    if (hasChanged) await queries.invalidateQueries({ queryKey: ["help-replies"] });
  }, [queries, id, idempotencyKey, personId, familyId]);
  useAttempts(
    attempt,
    thread.stored.some(({ refusal }) => refusal === undefined),
  );
  return thread;
}

/** Sends a picture or a voice message. On a device without storage, it has to arrive at once. */
export function useSendFile(subject: Subject, kind: WaitingFile["kind"]) {
  const refresh = useRefresh(["help-replies"]);
  const { idempotencyKey: requestKey, personId, familyId } = subject;
  return useMutation({
    mutationFn: async (content: Blob) => {
      const request = storedRequest(subject);
      const bytes = await content.arrayBuffer();
      const file = { key: newKey(), requestKey, personId, familyId, kind, bytes, takenAt: Date.now() };
      const isStored = await filesOutbox.put(file).then(
        () => true,
        () => false,
      );
      if (request && isStored) await flushFiles({ personId, familyId }, request);
      else if (request) await send(request, file);
      else if (!isStored) throw new Error("This browser cannot store it.");
    },
    onSettled: refresh,
  });
}

export const useDiscardFile = () =>
  useMutation({
    mutationFn: (key: string) => filesOutbox.remove(key),
    onSettled: useRefresh(["help-replies"]),
  });

/** The key stays the same until the reply has been accepted, so that trying again stores it only once. */
const unanswered = new Map<string, string>();

export const useAddReply = (id: number | undefined) =>
  useMutation({
    mutationFn: async (body: NewReply) => {
      if (id === undefined) throw new Error("The server does not have this request yet.");
      const words = JSON.stringify([id, body]);
      const key = unanswered.get(words) ?? newKey();
      unanswered.set(words, key);
      const reply = await call("POST /api/help-requests/:id/replies", {
        params: { id },
        headers: { "idempotency-key": key },
        body,
      });
      unanswered.delete(words);
      return reply;
    },
    onSettled: useRefresh(["help-replies"]),
  });

/** Chooses whether a picture or a voice message is retained for longer. */
export const useRetain = (
  name: "PUT /api/help-pictures/:id/keeping" | "PUT /api/help-voice-messages/:id/keeping",
) =>
  useMutation({
    mutationFn: ({ id, isKept }: { id: number; isKept: boolean }) =>
      call(name, { params: { id }, body: { isKept } }),
    onSettled: useRefresh(["help-replies"]),
  });

const recordSeen = (id: number, replyId: number): Promise<void> =>
  call("POST /api/help-requests/:id/replies/receipts", { params: { id }, body: { replyId } });

export const recordHeard = (id: number): Promise<void> =>
  call("POST /api/help-voice-messages/:id/receipts", { params: { id } });

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

/**
 * Records that a person has seen a thread, once its newest reply from somebody else is on a visible screen. Put the ref
 * on that reply. `isWanted` is false until its picture has loaded.
 */
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
