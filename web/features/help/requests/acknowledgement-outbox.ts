// "I'll help" waits on the device until the server has it. Sent twice, it is still one acknowledgement.
import type { DBSchema } from "idb";
import { dayMs } from "#contract/durations.ts";
import type { HelpRequest } from "#contract/help/requests.ts";
import { call, messageOf } from "#web/platform/api/call.ts";
import { token } from "#web/platform/api/session.ts";
import { DeviceDatabase, putAndCommit } from "#web/platform/offline/device-database.ts";
import { isRefusedForGood, oneAtATime } from "#web/platform/offline/retries.ts";
import { isStillSignedIn, type Sender, timeoutMs } from "./outbox.ts";

export interface WaitingAcknowledgement {
  key: string;
  requestId: number;
  personId: number;
  familyId: number;
  saidAt: number;
  /** Why the server refused it for good, such as that somebody else is already helping. */
  refusal?: string;
}

interface AcknowledgementsSchema extends DBSchema {
  waiting: { key: string; value: WaitingAcknowledgement };
}

// Anything older is about a request that is long over.
const maxAgeMs = 7 * dayMs;

const outbox = new DeviceDatabase<AcknowledgementsSchema, "waiting">(
  "porchlight-acknowledgements",
  "waiting",
  (database) => {
    database.createObjectStore("waiting", { keyPath: "key" });
  },
);

const put = (waiting: WaitingAcknowledgement): Promise<void> =>
  outbox.use("readwrite", (store) => putAndCommit(store, waiting));

const keyOf = (requestId: number, { id, familyId }: Sender): string => `${familyId} ${id} ${requestId}`;

export const removeAcknowledgement = (requestId: number, sender: Sender): Promise<void> =>
  outbox.use("readwrite", (store) => store.delete(keyOf(requestId, sender)));

/** Those of this person in this family, and old ones of anybody are removed. */
export async function acknowledgementsOf({ id, familyId }: Sender): Promise<WaitingAcknowledgement[]> {
  const isOld = ({ saidAt }: WaitingAcknowledgement) => saidAt < Date.now() - maxAgeMs;
  const all = await outbox.use("readwrite", async (store) => {
    const found = await store.getAll();
    await Promise.all(found.filter(isOld).map(({ key }) => store.delete(key)));
    return found.filter((waiting) => !isOld(waiting));
  });
  return all.filter((waiting) => waiting.personId === id && waiting.familyId === familyId);
}

const send = (requestId: number, bearer: string | undefined): Promise<HelpRequest> =>
  call(
    "POST /api/help-requests/:id/acknowledgement",
    { params: { id: requestId }, bearer },
    AbortSignal.timeout(timeoutMs),
  );

/** Returns nothing while it waits on the device. A browser that stores nothing has to reach the server at once. */
export async function acknowledge(requestId: number, sender: Sender): Promise<HelpRequest | undefined> {
  const bearer = token() ?? undefined;
  const key = keyOf(requestId, sender);
  const waiting = {
    key,
    requestId,
    personId: sender.id,
    familyId: sender.familyId,
    saidAt: Date.now(),
  };
  const isStored = await put(waiting).then(
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

/** Returns the refusal, if there was one, and null while the server cannot be reached. */
async function deliver(waiting: WaitingAcknowledgement, bearer: string | undefined) {
  const { requestId, personId, familyId } = waiting;
  try {
    await send(requestId, bearer);
  } catch (error) {
    if (!isRefusedForGood(error)) return null;
    const refusal = messageOf(error, "Somebody else is already helping.");
    await put({ ...waiting, refusal });
    return refusal;
  }
  await removeAcknowledgement(requestId, { id: personId, familyId });
  return undefined;
}

const unsentOf = async (sender: Sender): Promise<WaitingAcknowledgement[]> =>
  (await acknowledgementsOf(sender)).filter(({ refusal }) => refusal === undefined);

async function deliverAll(sender: Sender): Promise<string[] | undefined> {
  const bearer = token() ?? undefined;
  const unsent = await unsentOf(sender);
  if (unsent.length === 0 || !(await isStillSignedIn(sender, bearer))) return undefined;
  const refusals: string[] = [];
  for (const waiting of unsent) {
    // The person may have taken it back in the meantime.
    if (!(await unsentOf(sender)).some(({ key }) => key === waiting.key)) continue;
    const refusal = await deliver(waiting, bearer);
    if (refusal === null) break;
    if (refusal !== undefined) refusals.push(refusal);
  }
  return refusals;
}

/** Sends what waits. Returns the refusals, or nothing if there was nothing to send. */
export const flushAcknowledgements = (sender: Sender): Promise<string[] | undefined> =>
  oneAtATime("porchlight-acknowledgements", () => deliverAll(sender)).catch(() => undefined);
