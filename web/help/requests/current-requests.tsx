import { useQuery } from "@tanstack/react-query";
import { useStoredRole } from "#web/api/session.ts";
import { lazyPart } from "#web/ui/page/lazy.tsx";
import type { Sender } from "./outbox.ts";
import { helpRequestsQuery } from "./queries.ts";

const Requests = lazyPart(() => import("./request-list.tsx"), "Requests", { title: "requests for help" });

export const fetchRequestCards = Requests.fetch;

interface CurrentRequestsProps {
  /** Missing until it is known who is signed in. */
  sender: Sender | undefined;
}

/** Shows above the day who needs help. Its file and the requests are fetched while we find out who is signed in. */
export function CurrentRequests({ sender }: CurrentRequestsProps) {
  useQuery({ ...helpRequestsQuery, enabled: useStoredRole() !== null });
  return <Requests sender={sender} />;
}
