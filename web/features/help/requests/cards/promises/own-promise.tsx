import type { NewHelpPromise } from "#contract/help/promises.ts";
import type { HelpRequest } from "#contract/help/requests.ts";
import { call } from "#web/platform/api/call.ts";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { paramsOf, useChange, type useHandOn } from "../changes.ts";
import { PromiseQuestion } from "./promise-question.tsx";

interface OwnPromiseProps {
  request: HelpRequest;
  handOn: ReturnType<typeof useHandOn>;
}

/** The helper says when they call or come, or that they can't after all. */
export function OwnPromise({ request, handOn }: OwnPromiseProps) {
  const promising = useChange((body: NewHelpPromise) =>
    call("PUT /api/help-requests/:id/promise", { ...paramsOf(request), body }),
  );
  return (
    <>
      <PromiseQuestion
        asker={request.askedBy.name}
        helper={request.helper?.name ?? ""}
        promise={request.promise}
        isSaid={promising.isSuccess}
        isBusy={promising.isPending || handOn.isPending}
        onChoose={promising.mutate}
        onHandOn={() => handOn.mutate(request)}
      />
      <ErrorMessage error={promising.error ?? handOn.error} />
    </>
  );
}
