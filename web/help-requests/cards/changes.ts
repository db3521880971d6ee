import { useMutation } from "@tanstack/react-query";
import {
  acknowledgeHelpRequest,
  cancelHelpRequest,
  type HelpRequest,
  resolveHelpRequest,
} from "#contract/help-requests.ts";
import { CallError, call } from "#web/api/call.ts";
import { useRequestsRefresh, useStore } from "#web/help-requests/queries.ts";

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
