import { CircleCheck } from "lucide-react";
import type { Ref } from "react";
import type { HelpRequest } from "#contract/help/requests.ts";
import { Note } from "#web/ui/surface/note.tsx";
import { Moment } from "#web/ui/time/times.tsx";
import { endOf, isEndedBy, titleFor } from "../progress.ts";

interface ClosedRequestProps {
  request: HelpRequest;
  /** Who is looking. */
  personId: number;
  /** It can take the focus. */
  ref: Ref<HTMLDivElement>;
}

/** Of somebody else: one calm line, for the hour in which it is still listed. */
export function ClosedRequest({ request, personId, ref }: ClosedRequestProps) {
  const { askedBy, phrase, state } = request;
  const end = endOf(request);
  return (
    <Note kind="success" icon={CircleCheck} title={titleFor(request, personId)} ref={ref}>
      <p>
        “{phrase}” {end && <Moment at={end.at} />}
      </p>
      {state === "RESOLVED" && end?.person?.id !== askedBy.id && isEndedBy(request, askedBy.id) && (
        <p>{askedBy.name} says it is solved.</p>
      )}
    </Note>
  );
}
