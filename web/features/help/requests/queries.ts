import { queryOptions } from "@tanstack/react-query";
import { call } from "#web/platform/api/call.ts";
import type { Sender } from "#web/platform/offline/outbox.ts";
import { acknowledgementsOf } from "./acknowledgement-outbox.ts";
import { waitingFor } from "./outbox.ts";

export const helpRequestsQuery = queryOptions({
  queryKey: ["help-requests"],
  queryFn: ({ signal }) => call("GET /api/help-requests", undefined, signal),
  meta: { storedOffline: true, pushesHomeDown: true },
});

/** Everything in this device's outbox, with discarded requests. It is read again with the family's requests. */
export const outboxQuery = ({ personId, familyId }: Sender) =>
  queryOptions({
    queryKey: ["help-requests", "waiting", personId, familyId],
    queryFn: () => waitingFor({ personId, familyId }).catch(() => []),
  });

/** Requests that are only on this device. */
export const waitingQuery = (sender: Sender) =>
  queryOptions({
    ...outboxQuery(sender),
    select: (outbox) => outbox.filter(({ discardedAt }) => discardedAt === undefined),
  });

/** Each "I'll help" that is only on this device, or that the server has refused. */
export const acknowledgementsQuery = ({ personId, familyId }: Sender) =>
  queryOptions({
    queryKey: ["help-requests", "acknowledgements", personId, familyId],
    queryFn: () => acknowledgementsOf({ personId, familyId }).catch(() => []),
  });
