import { CircleCheck, Hourglass } from "lucide-react";
import { type Ref, useEffect, useRef } from "react";
import type { HelpRequest } from "#contract/help/requests.ts";
import { Note } from "#web/ui/surface/note.tsx";
import { Moment } from "#web/ui/time/times.tsx";
import { Unbroken } from "#web/ui/unbroken.tsx";
import { isOpen } from "../open-state.ts";
import { endOf, isConfirmed, titleFor, wordsOfEnd } from "../progress.ts";
import { useHandOn, useResolve } from "./changes.ts";
import { OpenRequest } from "./open-request.tsx";

interface ClosedRequestProps {
  request: HelpRequest;
  /** The person who is looking. */
  personId: number;
  /** The note can take the focus. */
  ref: Ref<HTMLDivElement>;
}

/** A closed request of somebody else, listed for an hour. */
function ClosedRequest({ request, personId, ref }: ClosedRequestProps) {
  const { askedBy, phrase } = request;
  const end = endOf(request);
  const isEndedByOthers = end?.person?.id !== askedBy.id;
  const look = isConfirmed(request)
    ? ({ kind: "success", icon: CircleCheck } as const)
    : ({ kind: "info", icon: Hourglass } as const);
  return (
    <Note {...look} title={titleFor(request, personId)} ref={ref}>
      <p>
        “{phrase}” {end && !isEndedByOthers && <Moment at={end.at} />}
      </p>
      {isEndedByOthers && (
        <p>
          <Unbroken>{wordsOfEnd(request, personId)}</Unbroken>
        </p>
      )}
      {isEndedByOthers && isConfirmed(request) && <p>{askedBy.name} says it is solved.</p>}
    </Note>
  );
}

interface OthersRequestProps {
  request: HelpRequest;
  /** The person who is looking. */
  personId: number;
}

/** A request of somebody else, until an hour after it ends. */
export function OthersRequest({ request, personId }: OthersRequestProps) {
  const end = useRef<HTMLDivElement>(null);
  const resolve = useResolve();
  const handOn = useHandOn();
  useEffect(() => {
    // The focused "Done" button disappeared with its card.
    if (resolve.isSuccess) end.current?.focus();
  }, [resolve.isSuccess]);
  return isOpen(request) ? (
    <OpenRequest request={request} personId={personId} resolve={resolve} handOn={handOn} />
  ) : (
    <ClosedRequest request={request} personId={personId} ref={end} />
  );
}
