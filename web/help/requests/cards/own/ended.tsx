import { CircleCheck } from "lucide-react";
import type { HelpRequest } from "#contract/help/requests.ts";
import { Row } from "#web/ui/layout/row.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Moment } from "#web/ui/time/times.tsx";
import { headingOf } from "../../progress.ts";
import { DidNotWork } from "../did-not-work.tsx";
import type { Acting } from "./acting.ts";
import { Undo } from "./undo.tsx";

interface EndedProps {
  request: HelpRequest;
  acting: Acting;
}

/** One said oneself that it is over: a calm line, for the hour in which it is still listed. */
export function Ended({ request, acting }: EndedProps) {
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
