import {
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useCallback } from "react";
import { useSignedInUser } from "#web/features/accounts/queries.ts";
import { call } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { useRefresh } from "#web/platform/api/queries.ts";
import type { Sender } from "#web/platform/offline/outbox.ts";
import { newKey, useAttempts } from "#web/platform/offline/retries.ts";
import { flush, send } from "./outbox.ts";
import { hellosOutbox, type WaitingFile, type WaitingHeart } from "./outbox-store.ts";

const hellosQuery = infiniteQueryOptions({
  queryKey: ["hellos", "all"],
  queryFn: ({ pageParam, signal }) => {
    const before = pageParam === 0 ? undefined : String(pageParam);
    return call("GET /api/hellos", { query: { before } }, signal);
  },
  initialPageParam: 0,
  getNextPageParam: ({ hellos, hasMore }) => (hasMore ? hellos.at(-1)?.id : undefined),
});

export const useHellos = () => useInfiniteQuery(hellosQuery);

/** Undefined until it is known who is signed in to which family. */
export function useGiver(): Sender | undefined {
  const user = useSignedInUser();
  return user?.familyId ? { personId: user.id, familyId: user.familyId } : undefined;
}

/** Hellos and hearts that the server does not have yet. They are sent as soon as possible while this is on the page. */
export function useWaiting({ personId, familyId }: Sender): (WaitingFile | WaitingHeart)[] {
  const queries = useQueryClient();
  const { data: waiting = [] } = useQuery({
    queryKey: ["hellos", "waiting", personId, familyId],
    queryFn: () => hellosOutbox.of({ personId, familyId }).catch(() => []),
  });
  const attempt = useCallback(async () => {
    if (await flush({ personId, familyId })) await queries.invalidateQueries({ queryKey: ["hellos"] });
  }, [queries, personId, familyId]);
  useAttempts(
    attempt,
    waiting.some(({ refusal }) => refusal === undefined),
  );
  return waiting;
}

/** Stores all of it and sends it. On a device without storage, it has to arrive at once. */
async function giveAll(giver: Sender, all: readonly (WaitingFile | WaitingHeart)[]): Promise<void> {
  try {
    for (const one of all) await hellosOutbox.put(one);
  } catch {
    for (const one of all) await send(one);
    return;
  }
  await flush(giver);
}

export interface NewHello {
  kind: WaitingFile["kind"];
  files: readonly Blob[];
  caption?: string;
  answerTo?: number;
  birthdayOf?: number;
}

export const useGive = (giver: Sender) =>
  useMutation({
    mutationFn: async ({ kind, files, caption = "", answerTo, birthdayOf }: NewHello) => {
      const helloKey = newKey();
      const about = { ...giver, kind, helloKey, caption, madeAt: Date.now() };
      const waiting = await Promise.all(
        files.map(async (file, place) => ({
          ...about,
          key: `${helloKey} ${place}`,
          place,
          bytes: await file.arrayBuffer(),
          ...(answerTo !== undefined && { answerTo }),
          ...(birthdayOf !== undefined && { birthdayOf }),
        })),
      );
      await giveAll(giver, waiting);
    },
    onSettled: useRefresh(["hellos"]),
  });

export const useLove = (giver: Sender) =>
  useMutation({
    mutationFn: ({ id: helloId, isLoved }: { id: number; isLoved: boolean }) =>
      // Each tap waits under its own key. Another person can love it on the same device, and a heart can be taken back
      // while it is being sent.
      giveAll(giver, [{ ...giver, kind: "heart", key: newKey(), helloId, isLoved, madeAt: Date.now() }]),
    onSettled: useRefresh(["hellos"]),
  });

export const useDiscard = () =>
  useMutation({ mutationFn: (key: string) => hellosOutbox.remove(key), onSettled: useRefresh(["hellos"]) });

export const useDeleteHello = (id: number) =>
  useMutation({
    mutationFn: () => call("DELETE /api/hellos/:id", { params: { id } }),
    onSettled: useRefresh(["hellos"]),
  });

export const helloMessagesQuery = queryOptions({
  queryKey: ["hellos", "messages"],
  queryFn: ({ signal }) => call("GET /api/hello-messages", undefined, signal),
});

export const useChangeHelloMessages = () =>
  useMutation({
    mutationFn: (areOn: boolean) => call("PUT /api/hello-messages", { body: { areOn } }),
    onSettled: useRefresh(["hellos"]),
  });
