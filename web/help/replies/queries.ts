import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import {
  addReply,
  keepHelpPicture,
  listReplies,
  type NewReply,
  type Reply,
  recordRepliesSeen,
} from "#contract/help/replies.ts";
import { call } from "#web/api/call.ts";
import { onReturn } from "#web/api/live.ts";
import { newKey, useAttempts } from "#web/offline/sending.ts";
import { flushPictures, picturesFor, type StoredRequest, sendUnkept } from "./outbox.ts";
import { putPicture, removePicture, type WaitingPicture } from "./outbox-store.ts";

/** What a thread is about. A request that waits on this device has no id yet. */
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
      id === undefined ? Promise.resolve([]) : call(listReplies, { params: { id: String(id) } }, signal),
  });

const waitingKey = (requestKey: string) => ["help-replies", "waiting", requestKey];

const storedRequest = ({ id, idempotencyKey }: Subject): StoredRequest | undefined =>
  id === undefined ? undefined : { id, idempotencyKey };

/** The thread, and its pictures that are only on this device. They are sent when they can be. */
export function useThread(subject: Subject): { replies: Reply[]; waiting: WaitingPicture[] } {
  const { id, idempotencyKey, personId, familyId } = subject;
  const queries = useQueryClient();
  const { data: replies = [] } = useQuery(repliesQuery(id));
  const { data: kept = [] } = useQuery({
    queryKey: waitingKey(idempotencyKey),
    queryFn: () => picturesFor({ personId, familyId }, idempotencyKey).catch(() => []),
  });
  const attempt = useCallback(async () => {
    if (id === undefined) return;
    const hasChanged = await flushPictures({ personId, familyId }, { id, idempotencyKey });
    if (hasChanged) await queries.invalidateQueries({ queryKey: ["help-replies"] });
  }, [queries, id, idempotencyKey, personId, familyId]);
  useEffect(() => {
    void attempt();
    return onReturn(attempt);
  }, [attempt]);
  useAttempts(
    attempt,
    kept.some(({ refusal }) => refusal === undefined),
  );
  const stored = new Set(replies.map((reply) => reply.idempotencyKey));
  return { replies, waiting: kept.filter(({ key }) => !stored.has(key)) };
}

const useRefresh = () => {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ["help-replies"] });
};

/** Sends a photo. Without storage on this device it has to arrive at once. */
export function useSendPicture(subject: Subject) {
  const refresh = useRefresh();
  const { idempotencyKey: requestKey, personId, familyId } = subject;
  return useMutation({
    mutationFn: async (photo: Blob) => {
      const request = storedRequest(subject);
      const bytes = await photo.arrayBuffer();
      const picture = { key: newKey(), requestKey, personId, familyId, bytes, takenAt: Date.now() };
      const isKept = await putPicture(picture).then(
        () => true,
        () => false,
      );
      if (request && isKept) await flushPictures({ personId, familyId }, request);
      else if (request) await sendUnkept(request, picture);
      else if (!isKept) throw new Error("This browser cannot store the picture.");
    },
    onSettled: refresh,
  });
}

export function useDiscardPicture() {
  const onSettled = useRefresh();
  return useMutation({ mutationFn: removePicture, onSettled });
}

/** The key stays the same until the reply was accepted, so that trying again stores it once. */
const unanswered = new Map<string, string>();

export function useAddReply(id: number | undefined) {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: async (body: NewReply) => {
      if (id === undefined) throw new Error("The server does not have this request yet.");
      const words = JSON.stringify([id, body]);
      const key = unanswered.get(words) ?? newKey();
      unanswered.set(words, key);
      const reply = await call(addReply, {
        params: { id: String(id) },
        headers: { "idempotency-key": key },
        body,
      });
      unanswered.delete(words);
      return reply;
    },
    onSettled,
  });
}

export function useKeepPicture() {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: ({ id, isKept }: { id: number; isKept: boolean }) =>
      call(keepHelpPicture, { params: { id: String(id) }, body: { isKept } }),
    onSettled,
  });
}

export const recordSeen = (id: number, replyId: number): Promise<void> =>
  call(recordRepliesSeen, { params: { id: String(id) }, body: { replyId } });
