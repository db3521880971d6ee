import { type NewHelpPromise, promiseHelp } from "#contract/help/promises.ts";
import { type HelpRequest, handOnHelpRequest } from "#contract/help/requests.ts";
import { call } from "#web/api/call.ts";
import { paramsOf, useChange } from "../changes.ts";
import { DidNotWork } from "../request-card.tsx";
import { PromiseQuestion } from "./promise-question.tsx";

/** The helper says when they call or come, or that they can't after all. */
export function OwnPromise({ request }: { request: HelpRequest }) {
  const promising = useChange((body: NewHelpPromise) => call(promiseHelp, { ...paramsOf(request), body }));
  const handingOn = useChange(() => call(handOnHelpRequest, paramsOf(request)));
  return (
    <>
      <PromiseQuestion
        asker={request.askedBy.name}
        helper={request.helper?.name ?? ""}
        promise={request.promise}
        isSaid={promising.isSuccess}
        isBusy={promising.isPending || handingOn.isPending}
        onChoose={promising.mutate}
        onHandOn={() => handingOn.mutate(undefined)}
      />
      <DidNotWork error={promising.error ?? handingOn.error} />
    </>
  );
}
