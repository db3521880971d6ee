import { useQuery } from "@tanstack/react-query";
import { useStoredRole } from "#web/platform/api/session.ts";
import type { Sender } from "#web/platform/offline/outbox.ts";
import { lazyPart } from "#web/ui/page/lazy.tsx";
import { helpRequestsQuery, waitingQuery } from "./queries.ts";

const Requests = lazyPart(() => import("./request-list.tsx"), "Requests", { title: "requests for help" });

/** Fetches the code of request cards in advance, because the connection may be gone when a request is made. */
export const fetchRequestCards = Requests.fetch;

const nobody: Sender = { personId: 0, familyId: 0 };

/** Whether there is anything to show: a request, one that waits on this device, or an error. */
function useHasRequests(sender: Sender | undefined): boolean {
  const { data: requests, isError } = useQuery({ ...helpRequestsQuery, enabled: useStoredRole() !== null });
  const { data: waiting } = useQuery({ ...waitingQuery(sender ?? nobody), enabled: sender !== undefined });
  return isError || [requests, waiting].some((list) => list !== undefined && list.length > 0);
}

/** Whether there are requests to show, but the code of their cards is still loading. Home waits for it only then. */
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
