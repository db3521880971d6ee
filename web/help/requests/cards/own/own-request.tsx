import type { HelpRequest } from "#contract/help/requests.ts";
import { isEndedBy } from "../../progress.ts";
import { isOpen } from "../../state.ts";
import { useActing } from "./acting.ts";
import { Ended } from "./ended.tsx";
import { IsItSolved } from "./is-it-solved.tsx";
import { RequestStatus } from "./request-status.tsx";

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
