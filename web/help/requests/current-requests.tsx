import { useQuery } from "@tanstack/react-query";
import { useStoredRole } from "#web/api/session.ts";
import { lazyPart } from "#web/ui/page/lazy.tsx";
import type { Sender } from "./outbox.ts";
import { helpRequestsQuery, waitingQuery } from "./queries.ts";

const Requests = lazyPart(() => import("./request-list.tsx"), "Requests", { title: "requests for help" });

/** The card of a new request has to be on the device before the request is made, because the connection may be lost then. */
export const fetchRequestCards = Requests.fetch;

const nobody: Sender = { id: 0, familyId: 0 };

/** Whether there is anything to show: a request, one that waits on this device, or that they could not be read. */
function useHasRequests(sender: Sender | undefined): boolean {
  const { data: requests, isError } = useQuery({ ...helpRequestsQuery, enabled: useStoredRole() !== null });
  const { data: waiting } = useQuery({ ...waitingQuery(sender ?? nobody), enabled: sender !== undefined });
  return isError || [requests, waiting].some((list) => list !== undefined && list.length > 0);
}

/** Whether requests are to be shown whose file is still on its way. Home does not wait for it without requests. */
export function useAwaitsRequests(sender: Sender | undefined): boolean {
  const hasRequests = useHasRequests(sender);
  const isFetched = Requests.useIsFetched(hasRequests);
  return hasRequests && !isFetched;
}

interface CurrentRequestsProps {
  /** Missing until it is known who is signed in. */
  sender: Sender | undefined;
}

/** Shows above the day who needs help. */
export const CurrentRequests = ({ sender }: CurrentRequestsProps) =>
  useHasRequests(sender) && <Requests sender={sender} />;
