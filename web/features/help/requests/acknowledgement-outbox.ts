// "I'll help" waits on the device until the server has it. Sent twice, it is still one acknowledgement.
import { dayMs } from "#contract/durations.ts";
import type { HelpRequest } from "#contract/help/requests.ts";
import { call, messageOf } from "#web/platform/api/call.ts";
import { token } from "#web/platform/api/session.ts";
import { Outbox, type Sender, type Waiting } from "#web/platform/offline/outbox.ts";
import { isRefusedForGood } from "#web/platform/offline/retries.ts";
import { isStillSignedIn, timeoutMs } from "./outbox.ts";

export interface WaitingAcknowledgement extends Waiting {
  requestId: number;
  saidAt: number;
}

export const acknowledgementsOutbox = new Outbox<WaitingAcknowledgement>({
  database: "porchlight-acknowledgements",
  store: "waiting",
  lock: "porchlight-acknowledgements",
  madeAt: ({ saidAt }) => saidAt,
  // Anything older is about a request that is long over.
  maxAgeMs: 7 * dayMs,
});

const keyOf = (requestId: number, { personId, familyId }: Sender): string =>
  `${familyId} ${personId} ${requestId}`;

export const removeAcknowledgement = (requestId: number, sender: Sender): Promise<void> =>
  acknowledgementsOutbox.remove(keyOf(requestId, sender));

export const acknowledgementsOf = (sender: Sender): Promise<WaitingAcknowledgement[]> =>
  acknowledgementsOutbox.of(sender);

const send = (requestId: number, bearer: string | undefined): Promise<HelpRequest> =>
  call(
    "POST /api/help-requests/:id/acknowledgement",
    { params: { id: requestId }, bearer },
    AbortSignal.timeout(timeoutMs),
  );

/** Returns nothing while it waits on the device. A browser that stores nothing has to reach the server at once. */
export async function acknowledge(requestId: number, sender: Sender): Promise<HelpRequest | undefined> {
  const bearer = token() ?? undefined;
  const waiting = { key: keyOf(requestId, sender), requestId, ...sender, saidAt: Date.now() };
  const isStored = await acknowledgementsOutbox.put(waiting).then(
    () => true,
    () => false,
  );
  try {
    const request = await send(requestId, bearer);
    await removeAcknowledgement(requestId, sender).catch(() => undefined);
    return request;
  } catch (error) {
    if (isStored && !isRefusedForGood(error)) return undefined;
    await removeAcknowledgement(requestId, sender).catch(() => undefined);
    throw error;
  }
}

/** Sends what waits. Returns why some were refused, or nothing if there was nothing to send. */
export async function flushAcknowledgements(sender: Sender): Promise<string[] | undefined> {
  const bearer = token() ?? undefined;
  const refusals: string[] = [];
  const { hasTried } = await acknowledgementsOutbox.flush(sender, {
    send: ({ requestId }) => send(requestId, bearer),
    refusalOf(_, error) {
      const refusal = messageOf(error, "Somebody else is already helping.");
      refusals.push(refusal);
      return refusal;
    },
    mayBegin: () => isStillSignedIn(sender, bearer),
  });
  return hasTried ? refusals : undefined;
}
