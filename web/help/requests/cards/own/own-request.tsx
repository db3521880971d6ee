import { Check, CircleCheck, RotateCcw } from "lucide-react";
import { useId } from "react";
import type { HelpRequest } from "#contract/help/requests.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Actions, Row, Stack } from "#web/ui/layout/layout.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Moment } from "#web/ui/time/times.tsx";
import { endOf, headingOf, isEndedBy, isOpen } from "../../progress.ts";
import { DidNotWork, Quote, RequestCard } from "../request-card.tsx";
import { type Acting, useActing } from "./own-actions.ts";
import { RequestStatus } from "./request-status.tsx";
import { Undo } from "./undo.tsx";

interface EndedProps {
  request: HelpRequest;
  acting: Acting;
}

/** One said oneself that it is over: a calm line, for the hour in which it is still listed. */
function Ended({ request, acting }: EndedProps) {
  const last = request.receipts.at(-1);
  return (
    <Note kind="success" icon={CircleCheck} title={headingOf(request)} ref={acting.outcome}>
      <Row isTight>
        <p>
          “{request.phrase}” {last && <Moment at={last.at} />}
        </p>
        <Undo requestId={request.id} act="undo" acting={acting} />
      </Row>
      <DidNotWork error={acting.error} />
    </Note>
  );
}

interface IsItSolvedProps {
  request: HelpRequest;
  acting: Acting;
}

/** The family said "Done": only the one who asked knows. */
function IsItSolved({ request, acting }: IsItSolvedProps) {
  const question = useId();
  const end = endOf(request);
  const answer = { "aria-describedby": question, isBusy: acting.isBusy };
  return (
    <RequestCard title={headingOf(request)} heading={acting.outcome} isOver>
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
          <Button {...answer} variant="primary" icon={Check} onClick={() => acting.act("confirm")}>
            Yes
          </Button>
          <Button {...answer} icon={RotateCcw} onClick={() => acting.act("reopen")}>
            Not yet
          </Button>
        </Actions>
        <DidNotWork error={acting.error} />
      </Stack>
    </RequestCard>
  );
}

/** What one has asked oneself, from "Sent" to "Yes, it is solved". */
export function OwnRequest({ request }: { request: HelpRequest }) {
  const acting = useActing(request);
  if (isOpen(request)) return <RequestStatus request={request} acting={acting} />;
  return isEndedBy(request, request.askedBy.id) ? (
    <Ended request={request} acting={acting} />
  ) : (
    <IsItSolved request={request} acting={acting} />
  );
}
