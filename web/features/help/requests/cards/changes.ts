import type { HelpRequest } from "#contract/help/requests.ts";
import { call } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { ignoreSecondTap } from "#web/ui/action/second-tap.ts";
import { useRequestsRefresh, useStore } from "../request-changes.ts";

/** Any response, even a refusal, means that the requests have to be read again. */
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

export const useAcknowledge = () =>
  useChange((request: HelpRequest) => call("POST /api/help-requests/:id/acknowledgement", paramsOf(request)));

export const useHandOn = () =>
  useChange((request: HelpRequest) =>
    call("DELETE /api/help-requests/:id/acknowledgement", paramsOf(request)),
  );

export const useResolve = () =>
  useChange((request: HelpRequest) => call("POST /api/help-requests/:id/resolution", paramsOf(request)));
