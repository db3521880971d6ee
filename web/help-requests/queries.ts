import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  acknowledgeHelpRequest,
  cancelHelpRequest,
  type HelpRequest,
  listHelpRequests,
  type NewHelpRequest,
  resolveHelpRequest,
} from "#contract/help-requests.ts";
import { useSignedInUser } from "#web/accounts/queries.ts";
import { CallError, call } from "#web/api/call.ts";
import { token } from "#web/api/session.ts";
import { ask, newKey, type Outcome, type Sender, waitingFor } from "./outbox.ts";
import { removeWaiting } from "./outbox-store.ts";

export const helpRequestsQuery = queryOptions({
  queryKey: ["help-requests"],
  queryFn: ({ signal }) => call(listHelpRequests, undefined, signal),
});

/** What is on this device only; read again whenever the family's requests are. */
export const waitingQuery = ({ id, familyId }: Sender) =>
  queryOptions({
    queryKey: ["help-requests", "waiting", id, familyId],
    queryFn: () => waitingFor({ id, familyId }).catch(() => []),
  });

const useRequestsRefresh = () => {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: helpRequestsQuery.queryKey });
};

const useWaitingRefresh = () => {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: [...helpRequestsQuery.queryKey, "waiting"] });
};

const useStore = () => {
  const queries = useQueryClient();
  return (request: HelpRequest) =>
    queries.setQueryData(helpRequestsQuery.queryKey, (list) =>
      list?.some(({ id }) => id === request.id)
        ? list.map((one) => (one.id === request.id ? request : one))
        : list && [request, ...list],
    );
};

export interface Wish {
  phrase: string;
  body: NewHelpRequest;
}

/** Asks the family for help, as the person who is signed in. What the server stored, its answer and a live event tell. */
export function useAsk() {
  const user = useSignedInUser();
  const refresh = useWaitingRefresh();
  const store = useStore();
  return useMutation({
    mutationFn: async ({ phrase, body }: Wish): Promise<Outcome> => {
      if (token() === null) return { kind: "refused", message: "Please sign in first, then tap it again." };
      if (!user || user.familyId === null) return { kind: "failed" };
      const from = { key: newKey(), personId: user.id, familyId: user.familyId };
      return ask({ ...from, phrase, body, askedAt: new Date().toISOString() }, refresh);
    },
    onSuccess: (outcome) => {
      if (outcome.kind === "stored") store(outcome.request);
      void refresh();
    },
  });
}

/** Any answer, a refusal too, means that what is on the screen has to be read again. */
const useChange = (change: (request: HelpRequest) => Promise<HelpRequest>) =>
  useMutation({
    mutationFn: change,
    onSuccess: useStore(),
    onError: useRequestsRefresh(),
  });

const params = ({ id }: HelpRequest) => ({ params: { id: String(id) } });

export const useAcknowledge = () => useChange((request) => call(acknowledgeHelpRequest, params(request)));

export const useResolve = () => useChange((request) => call(resolveHelpRequest, params(request)));

/** "I'm OK now": takes the request back, or says that it is done where somebody has already taken it. */
export const useFinish = () =>
  useChange(async (request) => {
    if (request.state === "ACKNOWLEDGED") return call(resolveHelpRequest, params(request));
    try {
      return await call(cancelHelpRequest, params(request));
    } catch (error) {
      if (error instanceof CallError && error.status === 409)
        return call(resolveHelpRequest, params(request));
      throw error;
    }
  });

/** Takes back what is on this device only. */
export const useDiscard = () => useMutation({ mutationFn: removeWaiting, onSettled: useRequestsRefresh() });
