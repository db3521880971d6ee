import { CircleCheck } from "lucide-react";
import type { HelpRequest } from "#contract/help-requests.ts";
import { headingOf } from "#web/help-requests/progress.ts";
import { Note } from "#web/ui/surface/note.tsx";
import { Moment } from "#web/ui/time/times.tsx";

interface ClosedRequestProps {
  request: HelpRequest;
  personId: number;
}

function wordsFor(request: HelpRequest, personId: number): string {
  if (request.askedBy.id === personId) return headingOf(request);
  return request.state === "RESOLVED"
    ? `${request.askedBy.name} has been helped.`
    : `${request.askedBy.name} does not need this anymore.`;
}

/** One calm line, for the hour in which it is still listed. */
export function ClosedRequest({ request, personId }: ClosedRequestProps) {
  const last = request.receipts.at(-1);
  return (
    <Note kind="success" icon={CircleCheck} title={wordsFor(request, personId)}>
      <p>
        “{request.phrase}” {last && <Moment at={last.at} />}
      </p>
    </Note>
  );
}
