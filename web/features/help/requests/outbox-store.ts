import type { NewHelpRequest } from "#contract/help/requests.ts";
import { Outbox, type Waiting } from "#web/platform/offline/outbox.ts";

/** A request that the server does not have yet. Its key is the Idempotency-Key of every attempt. */
export interface WaitingRequest extends Waiting {
  phrase: string;
  body: NewHelpRequest;
  /** The category from which it was asked. */
  categoryId?: number;
  askedAt: string;
  /** The person to call about it after signing out. */
  contact?: { name: string; phoneNumber: string };
  /** When the person discarded it. It stays until it is certain that the server does not ask for it. */
  discardedAt?: number;
}

export const isDiscarded = ({ discardedAt }: WaitingRequest): boolean => discardedAt !== undefined;

export const outboxLock = "porchlight-outbox";

export const requestsOutbox = new Outbox<WaitingRequest>({
  database: "porchlight",
  store: "waiting",
  lock: outboxLock,
  madeAt: ({ askedAt }) => Date.parse(askedAt),
  isDiscarded,
});
