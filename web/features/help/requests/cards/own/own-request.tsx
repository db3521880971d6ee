import { Check, CircleCheck, RotateCcw } from "lucide-react";
import { useId } from "react";
import type { HelpRequest } from "#contract/help/requests.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Actions, Row, Stack } from "#web/ui/layout/layout.tsx";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Moment } from "#web/ui/time/times.tsx";
import { isOpen } from "../../open-state.ts";
import type { Sender } from "../../outbox.ts";
import { headingOf, isConfirmed, toneOf } from "../../progress.ts";
import { AskedWords, RequestCard } from "../request-card.tsx";
import { type OwnActions, useOwnActions } from "./own-actions.ts";
import { RequestStatus, ScamNote } from "./request-status.tsx";
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
      <ErrorMessage error={actions.error} />
    </Note>
  );
}

/** Asks the sender whether the request is solved after somebody else said "Done". */
function IsItSolved({ request, actions }: EndedProps) {
  const question = useId();
  const answer = { "aria-describedby": question, isBusy: actions.isBusy };
  return (
    <RequestCard
      title={headingOf(request)}
      titleId={question}
      heading={actions.outcome}
      tone={toneOf(request)}
      isOver
    >
      <Stack gap={24}>
        <AskedWords request={request} />
        {request.scamCheck && <ScamNote request={request} />}
      </Stack>
      <Stack gap={12}>
        <Actions isWide>
          <Button {...answer} variant="primary" icon={Check} onClick={() => actions.act("confirm")}>
            Yes
          </Button>
          <Button {...answer} icon={RotateCcw} onClick={() => actions.act("reopen")}>
            Not yet
          </Button>
        </Actions>
        <ErrorMessage error={actions.error} />
      </Stack>
    </RequestCard>
  );
}

/** The person's own request, from "Sent" to "Yes, it is solved". */
export function OwnRequest({ request, sender }: { request: HelpRequest; sender: Sender }) {
  const actions = useOwnActions(request);
  if (isOpen(request)) return <RequestStatus request={request} actions={actions} sender={sender} />;
  // A canceled request, too, was ended by the person who asked.
  return isConfirmed(request) ? (
    <Ended request={request} actions={actions} />
  ) : (
    <IsItSolved request={request} actions={actions} />
  );
}
