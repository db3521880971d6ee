import { useEffect, useRef } from "react";
import type { HelpRequest } from "#contract/help/requests.ts";
import { isOpen } from "../state.ts";
import { useResolve } from "./changes.ts";
import { ClosedRequest } from "./closed-request.tsx";
import { OpenRequest } from "./open-request.tsx";

interface OthersRequestProps {
  request: HelpRequest;
  /** Who is looking. */
  personId: number;
}

/** What somebody else has asked, until it is over and for the hour after. */
export function OthersRequest({ request, personId }: OthersRequestProps) {
  const end = useRef<HTMLDivElement>(null);
  const resolve = useResolve();
  useEffect(() => {
    // "Done" has gone together with the card, and the focus was on it.
    if (resolve.isSuccess) end.current?.focus();
  }, [resolve.isSuccess]);
  return isOpen(request) ? (
    <OpenRequest request={request} personId={personId} resolve={resolve} />
  ) : (
    <ClosedRequest request={request} personId={personId} ref={end} />
  );
}
