import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { deletePushSubscription, listPushSubscriptions, type PushSubscription } from "#contract/messages.ts";
import { call } from "#web/api/call.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { checkSubscription, messagesHere, startMessages, stopMessages } from "./subscription.ts";

/** One's devices that are told by push. */
export const pushSubscriptionsQuery = queryOptions({
  queryKey: ["push-subscriptions"],
  queryFn: ({ signal }) => call(listPushSubscriptions, undefined, signal),
});

/** How it stands on this device, also after it was turned off from another one. */
export const messagesHereQuery = queryOptions({
  queryKey: ["push-subscriptions", "here"],
  queryFn: () =>
    checkSubscription()
      .catch(() => undefined)
      .then(messagesHere),
  // In the settings of the browser it can be changed behind our back.
  refetchOnMount: "always",
  refetchOnWindowFocus: "always",
});

const useRefresh = () => {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: pushSubscriptionsQuery.queryKey });
};

export const useStartMessages = () => {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: startMessages,
    // Said from here: what was pressed is gone by then.
    onSuccess: (state) => state === "on" && toast({ title: "You get messages on this device now" }),
    onSettled,
  });
};

export const useStopMessages = () => {
  const onSettled = useRefresh();
  return useMutation({ mutationFn: stopMessages, onSettled });
};

/** On another one of one's devices. */
export const useForgetDevice = () => {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: ({ id }: PushSubscription) => call(deletePushSubscription, { params: { id: String(id) } }),
    onSuccess: (_, { deviceName }) =>
      toast({ title: "No more messages on that device", description: deviceName }),
    onSettled,
  });
};
