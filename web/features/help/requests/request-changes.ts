// Changes to the requests on the screen.
import { useQueryClient } from "@tanstack/react-query";
import type { HelpRequest } from "#contract/help/requests.ts";
import { call } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { useRefresh } from "#web/platform/api/queries.ts";
import type { Sender } from "#web/platform/offline/outbox.ts";
import { ignoreSecondTap } from "#web/ui/action/after-tap.ts";
import { acknowledge, removeAcknowledgement } from "./acknowledgement-outbox.ts";
import { requestsOutbox, type WaitingRequest } from "./outbox-store.ts";
import { acknowledgementsQuery, helpRequestsQuery } from "./queries.ts";

const useRequestsRefresh = () => useRefresh(helpRequestsQuery.queryKey);

export const useStore = () => {
  const queries = useQueryClient();
  return (request: HelpRequest) =>
    queries.setQueryData(helpRequestsQuery.queryKey, (list) =>
      list?.some(({ id }) => id === request.id)
        ? list.map((one) => (one.id === request.id ? request : one))
        : list && [request, ...list],
    );
};

/**
 * Discards a request that the server may not have yet. It is only marked, even if it was just sent and removed: an attempt may
 * have arrived unnoticed, or still arrive, and is then ended by `HelpWatch`.
 */
export const useDiscard = () =>
  useMutation({
    mutationFn: (waiting: WaitingRequest) => requestsOutbox.put({ ...waiting, discardedAt: Date.now() }),
    onSettled: useRequestsRefresh(),
  });

/** Any response, even an error, means that the requests have to be read again. */
export function useChange<What>(
  change: (what: What) => Promise<HelpRequest>,
  onChanged?: (what: What) => void,
) {
  const store = useStore();
  return useMutation({
    mutationFn: change,
    onSuccess: (request, what) => {
      store(request);
      ignoreSecondTap();
      onChanged?.(what);
    },
    onError: useRequestsRefresh(),
  });
}

export const paramsOf = ({ id }: HelpRequest) => ({ params: { id } });

/** Says "I'll help", now or once the server can be reached. */
export function useAcknowledge(sender: Sender) {
  const store = useStore();
  const refresh = useRequestsRefresh();
  const refreshWaiting = useRefresh(acknowledgementsQuery(sender).queryKey);
  return useMutation({
    mutationFn: ({ id }: HelpRequest) => acknowledge(id, sender),
    onSuccess: (request) => {
      if (request) store(request);
      ignoreSecondTap();
      return refreshWaiting();
    },
    onError: refresh,
  });
}

/** Takes back an "I'll help" that waits on this device, or puts away why it was refused. */
export const useDiscardAcknowledgement = (sender: Sender) =>
  useMutation({
    mutationFn: ({ id }: HelpRequest) => removeAcknowledgement(id, sender),
    onSuccess: ignoreSecondTap,
    onSettled: useRequestsRefresh(),
  });

export const useHandOn = (sender: Sender) =>
  useChange(async (request: HelpRequest) => {
    // If the answer to "I'll help" was lost, it would be sent again after this.
    await removeAcknowledgement(request.id, sender).catch(() => undefined);
    return call("DELETE /api/help-requests/:id/acknowledgement", paramsOf(request));
  });

export const useResolve = () =>
  useChange((request: HelpRequest) => call("POST /api/help-requests/:id/resolution", paramsOf(request)));
