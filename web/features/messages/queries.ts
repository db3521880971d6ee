import { queryOptions } from "@tanstack/react-query";
import type { NewAppriseAddress, PushSubscription } from "#contract/messages.ts";
import { call } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { useRefresh } from "#web/platform/api/queries.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { checkSubscription, messagesHere, startMessages, stopMessages } from "./subscription.ts";

/** The person's devices with push messages. */
export const pushSubscriptionsQuery = queryOptions({
  queryKey: ["push-subscriptions"],
  queryFn: ({ signal }) => call("GET /api/push-subscriptions", undefined, signal),
});

/** Whether messages are on for this device. It may have been turned off from another one. */
export const messagesHereQuery = queryOptions({
  queryKey: ["push-subscriptions", "here"],
  queryFn: () =>
    checkSubscription()
      .catch(() => undefined)
      .then(messagesHere),
  // The browser's settings can change this without our knowing.
  refetchOnMount: "always",
  refetchOnWindowFocus: "always",
});

export const useStartMessages = () =>
  useMutation({
    mutationFn: startMessages,
    // The toast is shown from here, because the pressed button has disappeared by then.
    onSuccess: (state) => state === "on" && toast({ title: "You get messages on this device now" }),
    onSettled: useRefresh(pushSubscriptionsQuery.queryKey),
  });

export const useStopMessages = () =>
  useMutation({ mutationFn: stopMessages, onSettled: useRefresh(pushSubscriptionsQuery.queryKey) });

/** Turns off messages on another device of the person. */
export const useForgetDevice = () =>
  useMutation({
    mutationFn: ({ id }: PushSubscription) => call("DELETE /api/push-subscriptions/:id", { params: { id } }),
    onSuccess: (_, { deviceName }) =>
      toast({ title: "No more messages on that device", description: deviceName }),
    onSettled: useRefresh(pushSubscriptionsQuery.queryKey),
  });

export const ntfySubscriptionQuery = queryOptions({
  queryKey: ["ntfy-subscription"],
  queryFn: ({ signal }) => call("GET /api/ntfy-subscription", undefined, signal),
});

export const useStartNtfy = () =>
  useMutation({
    mutationFn: () => call("POST /api/ntfy-subscription"),
    onSettled: useRefresh(ntfySubscriptionQuery.queryKey),
  });

export const useStopNtfy = () =>
  useMutation({
    mutationFn: () => call("DELETE /api/ntfy-subscription"),
    onSuccess: () => toast({ title: "No more messages by ntfy" }),
    onSettled: useRefresh(ntfySubscriptionQuery.queryKey),
  });

export const appriseAddressQuery = queryOptions({
  queryKey: ["apprise-address"],
  queryFn: ({ signal }) => call("GET /api/apprise-address", undefined, signal),
});

export const useSetAppriseAddress = () =>
  useMutation({
    mutationFn: (body: NewAppriseAddress) => call("PUT /api/apprise-address", { body }),
    onSettled: useRefresh(appriseAddressQuery.queryKey),
  });

export const useStopApprise = () =>
  useMutation({
    mutationFn: () => call("DELETE /api/apprise-address"),
    onSuccess: () => toast({ title: "No more messages through Apprise" }),
    onSettled: useRefresh(appriseAddressQuery.queryKey),
  });

export const phoneCallsQuery = queryOptions({
  queryKey: ["account", "phone-calls"],
  queryFn: ({ signal }) => call("GET /api/phone-calls", undefined, signal),
});

export const useChangePhoneCalls = () =>
  useMutation({
    mutationFn: (isOn: boolean) => call("PUT /api/phone-calls", { body: { isOn } }),
    onSettled: useRefresh(phoneCallsQuery.queryKey),
  });
