import { queryOptions } from "@tanstack/react-query";
import type { NewWebhook } from "#contract/help/webhook.ts";
import { call } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { useRefresh } from "#web/platform/api/queries.ts";

export const webhookQuery = queryOptions({
  queryKey: ["webhook"],
  queryFn: ({ signal }) => call("GET /api/webhook", undefined, signal),
});

export const useSetWebhook = () =>
  useMutation({
    mutationFn: (body: NewWebhook) => call("PUT /api/webhook", { body }),
    onSettled: useRefresh(webhookQuery.queryKey),
  });

export const useRenewSecret = () =>
  useMutation({
    mutationFn: () => call("POST /api/webhook/secret"),
    onSettled: useRefresh(webhookQuery.queryKey),
  });

export const useTestWebhook = () =>
  useMutation({
    mutationFn: () => call("POST /api/webhook/tests"),
    onSettled: useRefresh(webhookQuery.queryKey),
  });

export const useRemoveWebhook = () =>
  useMutation({
    mutationFn: async () => void (await call("DELETE /api/webhook")),
    onSettled: useRefresh(webhookQuery.queryKey),
  });
