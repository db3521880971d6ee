import { Check, CircleCheck, RotateCcw } from "lucide-react";
import { useId } from "react";
import type { HelpRequest } from "#contract/help/requests.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Actions, Row, Stack } from "#web/ui/layout/layout.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Moment } from "#web/ui/time/times.tsx";
import { endOf, headingOf, isEndedBy, isOpen } from "../../progress.ts";
import { DidNotWork, Quote, RequestCard } from "../request-card.tsx";
import { type OwnActions, useOwnActions } from "./own-actions.ts";
import { RequestStatus } from "./request-status.tsx";
import { Undo } from "./undo.tsx";

interface EndedProps {
  request: HelpRequest;
  actions: OwnActions;
}

/** A request that the person ended, listed for an hour. */
function Ended({ request, actions }: EndedProps) {
  const last = request.receipts.at(-1);
  return (
    <Note kind="success" icon={CircleCheck} title={headingOf(request)} ref={actions.outcome}>
      <Row isTight>
        <p>
          “{request.phrase}” {last && <Moment at={last.at} />}
        </p>
        <Undo requestId={request.id} act="undo" actions={actions} />
      </Row>
      <DidNotWork error={actions.error} />
    </Note>
  );
}

interface IsItSolvedProps {
  request: HelpRequest;
  actions: OwnActions;
}

/** Asks the sender whether the request is solved after somebody else said "Done". */
function IsItSolved({ request, actions }: IsItSolvedProps) {
  const question = useId();
  const end = endOf(request);
  const answer = { "aria-describedby": question, isBusy: actions.isBusy };
  return (
    <RequestCard title={headingOf(request)} heading={actions.outcome} isOver>
      <div>
        {end && (
          <p>
            {end.person?.name} said so at <Moment at={end.at} />:
          </p>
        )}
        <Quote phrase={request.phrase} />
      </div>
      <Stack gap={12}>
        <h3 id={question}>Is it solved?</h3>
        <Actions isWide>
          <Button {...answer} variant="primary" icon={Check} onClick={() => actions.act("confirm")}>
            Yes
          </Button>
          <Button {...answer} icon={RotateCcw} onClick={() => actions.act("reopen")}>
            Not yet
          </Button>
        </Actions>
        <DidNotWork error={actions.error} />
      </Stack>
    </RequestCard>
  );
}

/** The person's own request, from "Sent" to "Yes, it is solved". */
export function OwnRequest({ request }: { request: HelpRequest }) {
  const actions = useOwnActions(request);
  if (isOpen(request)) return <RequestStatus request={request} actions={actions} />;
  return isEndedBy(request, request.askedBy.id) ? (
    <Ended request={request} actions={actions} />
  ) : (
    <IsItSolved request={request} actions={actions} />
  );
}
