import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { Sent } from "#contract/endpoint.ts";
import type { Channel } from "#contract/messages.ts";
import type { changeChoices } from "#contract/operator/choices.ts";
import type { FailedMessage } from "#contract/operator/failed-messages.ts";
import { withFreshProof } from "#web/features/accounts/fresh-proof.ts";
import { call } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { useRefresh } from "#web/platform/api/queries.ts";

// Families publish nothing to operators, so what is shown is read again each time it is opened.
const fresh = { refetchOnMount: "always" } as const;

const searchOf = (search: string, before: number) => ({
  ...(search && { search }),
  ...(before > 0 && { before: String(before) }),
});

/** A search finds the first fifty, and has no further page. */
export const familiesQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: ["operator", "families", search],
    queryFn: ({ pageParam, signal }) =>
      call("GET /api/operator/families", { query: searchOf(search, pageParam) }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ families, hasMore }) => (hasMore && !search ? families.at(-1)?.id : undefined),
    ...fresh,
  });

export const peopleQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: ["operator", "people", search],
    queryFn: ({ pageParam, signal }) =>
      call("GET /api/operator/people", { query: searchOf(search, pageParam) }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ people, hasMore }) => (hasMore && !search ? people.at(-1)?.id : undefined),
    ...fresh,
  });

const firstMessage: Pick<FailedMessage, "id" | "failedAt"> | undefined = undefined;

export const failedMessagesQuery = infiniteQueryOptions({
  queryKey: ["operator", "failed-messages"],
  queryFn: ({
    pageParam,
    signal,
  }: {
    pageParam: Pick<FailedMessage, "id" | "failedAt"> | undefined;
    signal: AbortSignal;
  }) =>
    call(
      "GET /api/operator/failed-messages",
      { query: pageParam ? { beforeTime: pageParam.failedAt, beforeId: String(pageParam.id) } : {} },
      signal,
    ),
  initialPageParam: firstMessage,
  getNextPageParam: ({ messages, hasMore }) => (hasMore ? messages.at(-1) : undefined),
  ...fresh,
});

export const figuresQuery = queryOptions({
  queryKey: ["operator", "figures"],
  queryFn: ({ signal }) => call("GET /api/operator/figures", undefined, signal),
  ...fresh,
});

export const choicesQuery = queryOptions({
  queryKey: ["operator", "choices"],
  queryFn: ({ signal }) => call("GET /api/operator/choices", undefined, signal),
  ...fresh,
});

export const useSetQuota = () =>
  useMutation({
    mutationFn: ({ id, megabytes }: { id: number; megabytes: number | null }) =>
      call("PUT /api/operator/families/:id/quota", { params: { id }, body: { megabytes } }),
    onSuccess: useRefresh(["operator"]),
  });

export const useRemoveFamily = (id: number) =>
  useMutation({
    mutationFn: () =>
      withFreshProof(() => call("POST /api/operator/families/:id/deletion", { params: { id } })),
    onSuccess: useRefresh(["operator"]),
  });

export const useKeepFamily = (id: number) =>
  useMutation({
    mutationFn: () => call("DELETE /api/operator/families/:id/deletion", { params: { id } }),
    onSuccess: useRefresh(["operator"]),
  });

export const useRemovePerson = (id: number) =>
  useMutation({
    mutationFn: () =>
      withFreshProof(() => call("POST /api/operator/people/:id/deletion", { params: { id } })),
    onSuccess: useRefresh(["operator"]),
  });

export const useKeepPerson = (id: number) =>
  useMutation({
    mutationFn: () => call("DELETE /api/operator/people/:id/deletion", { params: { id } }),
    onSuccess: useRefresh(["operator"]),
  });

export const useEndSessions = (id: number) =>
  useMutation({
    mutationFn: () =>
      withFreshProof(() => call("DELETE /api/operator/people/:id/sessions", { params: { id } })),
    onSuccess: useRefresh(["operator"]),
  });

export const useResend = () =>
  useMutation({
    mutationFn: (id: number) => call("POST /api/operator/failed-messages/:id/resending", { params: { id } }),
    onSettled: useRefresh(["operator"]),
  });

export const useResendAll = () =>
  useMutation({
    mutationFn: (channel: Channel) =>
      call("POST /api/operator/failed-messages/resending", { body: { channel } }),
    onSettled: useRefresh(["operator"]),
  });

export const useChangeChoices = () =>
  useMutation({
    mutationFn: (body: Sent<typeof changeChoices>["body"]) =>
      withFreshProof(() => call("PUT /api/operator/choices", { body })),
    onSuccess: useRefresh(["operator"]),
  });
