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
  meta: { storedOffline: true },
});

export const useHellos = (isWanted = true) => useInfiniteQuery({ ...hellosQuery, enabled: isWanted });

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

/** Stores all of it, or nothing if this device has no room for all. Returns whether it did. */
async function storeAll(all: readonly (WaitingFile | WaitingHeart)[]): Promise<boolean> {
  try {
    for (const one of all) await hellosOutbox.put(one);
    return true;
  } catch {
    // Under a later attempt's key, what is left here would arrive a second time.
    await Promise.allSettled(all.map(({ key }) => hellosOutbox.remove(key)));
    return false;
  }
}

/**
 * Stores all of it and sends it. On a device without storage, it has to arrive at once. Returns whether the server has
 * all of it.
 */
async function giveAll(giver: Sender, all: readonly (WaitingFile | WaitingHeart)[]): Promise<boolean> {
  if (await storeAll(all)) {
    await flush(giver);
    const waiting = await hellosOutbox.of(giver);
    return !waiting.some((one) => all.some(({ key }) => key === one.key));
  }
  for (const one of all) await send(one);
  return true;
}

export interface NewHello {
  kind: WaitingFile["kind"];
  files: readonly Blob[];
  caption?: string;
  answerTo?: number;
  birthdayOf?: number;
  sunday?: string;
}

export const useGive = (giver: Sender) =>
  useMutation({
    mutationFn: async ({ kind, files, caption = "", answerTo, birthdayOf, sunday }: NewHello) => {
      const helloKey = newKey();
      const about = { ...giver, kind, helloKey, caption, madeAt: Date.now() };
      // Words are all of an answer, so they wait as a file without bytes.
      const parts = kind === "words" ? [new Blob()] : files;
      const waiting = await Promise.all(
        parts.map(async (file, place) => ({
          ...about,
          key: `${helloKey} ${place}`,
          place,
          bytes: await file.arrayBuffer(),
          ...(answerTo !== undefined && { answerTo }),
          ...(birthdayOf !== undefined && { birthdayOf }),
          ...(sunday !== undefined && { sunday }),
        })),
      );
      return await giveAll(giver, waiting);
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

/** Sends once more what the server has refused, such as when there is room again. */
export const useTryAgain = () =>
  useMutation({ mutationFn: (key: string) => hellosOutbox.tryAgain(key), onSettled: useRefresh(["hellos"]) });

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
