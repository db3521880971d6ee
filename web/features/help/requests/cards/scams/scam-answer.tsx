import type { Verdict } from "#contract/help/request-state.ts";
import type { HelpRequest } from "#contract/help/requests.ts";
import { call } from "#web/platform/api/call.ts";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { paramsOf, useChange, type useHandOn } from "../changes.ts";
import { OwnPromise } from "../promises/own-promise.tsx";
import { VerdictChoice } from "./verdict-choice.tsx";
import { Verdicts } from "./verdicts.tsx";

interface ScamAnswerProps {
  request: HelpRequest;
  /** The person who is looking. */
  personId: number;
  handOn: ReturnType<typeof useHandOn>;
}

/** The answers to "Is this a scam?", even after somebody else has answered. */
export function ScamAnswer({ request, personId, handOn }: ScamAnswerProps) {
  const saying = useChange((verdict: Verdict) =>
    call("PUT /api/help-requests/:id/verdict", { ...paramsOf(request), body: { verdict } }),
  );
  const own = request.scamCheck?.verdicts.find(({ person }) => person.id === personId);
  return (
    <>
      <VerdictChoice
        asker={request.askedBy.name}
        verdict={own?.verdict}
        isSaid={saying.isSuccess}
        isBusy={saying.isPending}
        onChoose={saying.mutate}
      />
      {request.promise && request.helper?.id === personId && <OwnPromise request={request} handOn={handOn} />}
      <Verdicts request={request} />
      <ErrorMessage error={saying.error} />
    </>
  );
}
