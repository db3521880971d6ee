// Sends requests, and ends the person's own by "I'm OK now".
import type { HelpRequest } from "#contract/help/requests.ts";
import { contactsOf } from "#web/features/families/contacts.ts";
import { storedFamily } from "#web/features/families/stored-family.ts";
import { CallError, call, messageOf } from "#web/platform/api/call.ts";
import { token } from "#web/platform/api/session.ts";
import type { Sender } from "#web/platform/offline/outbox.ts";
import { isRefusedForGood, oneAtATime } from "#web/platform/offline/retries.ts";
import { isDiscarded, outboxLock, requestsOutbox, type WaitingRequest } from "./outbox-store.ts";
import { isOpen } from "./request-words.ts";

/**
 * stored: the server has it. waiting: it is stored here and sent later. refused: the server refused it for good.
 * failed: it was not sent, and this browser stores nothing.
 */
export type Outcome =
  | { kind: "stored"; request: HelpRequest }
  | { kind: "waiting" | "failed" }
  | { kind: "refused"; message: string };

export const timeoutMs = 10_000;

/** Uses the token from the moment when the request was made, because another tab may sign in somebody else. */
const send = ({ key, body }: WaitingRequest, bearer: string | undefined): Promise<HelpRequest> =>
  call(
    "POST /api/help-requests",
    { body, headers: { "idempotency-key": key }, bearer },
    AbortSignal.timeout(timeoutMs),
  );

const refusalOf = (error: unknown): string => messageOf(error, "Porchlight could not accept this request.");

async function attempt(waiting: WaitingRequest, bearer: string | undefined): Promise<Outcome> {
  try {
    return { kind: "stored", request: await send(waiting, bearer) };
  } catch (error) {
    if (!isRefusedForGood(error)) return { kind: "failed" };
    return { kind: "refused", message: refusalOf(error) };
  }
}

async function deliver(waiting: WaitingRequest, bearer: string | undefined): Promise<Outcome> {
  const outcome = await attempt(waiting, bearer);
  if (outcome.kind === "failed") return { kind: "waiting" };
  const refusal = outcome.kind === "refused" ? outcome.message : undefined;
  // If this fails, the request is sent again under the same key, which the server recognizes.
  await requestsOutbox.settle(waiting.key, refusal).catch(() => undefined);
  return outcome;
}

const failed = new Map<string, string>();

/** A failed attempt may have arrived, so the same words use the same key again. */
async function sendDirectly(waiting: WaitingRequest, bearer: string | undefined): Promise<Outcome> {
  const words = JSON.stringify([waiting.personId, waiting.familyId, waiting.body]);
  const key = failed.get(words) ?? waiting.key;
  const outcome = await attempt({ ...waiting, key }, bearer);
  if (outcome.kind === "failed") failed.set(words, key);
  else failed.delete(words);
  return outcome;
}

function contactFor({ personId, familyId }: WaitingRequest): WaitingRequest["contact"] {
  const family = storedFamily();
  const [contact] = family?.id === familyId ? contactsOf(family, personId) : [];
  return contact && { name: contact.name, phoneNumber: contact.phoneNumber };
}

/**
 * `onStored` is called once the request is stored on the device. If the browser cannot store it, it is sent right away,
 * or it fails.
 */
export async function ask(waiting: WaitingRequest, onStored: () => void): Promise<Outcome> {
  const bearer = token() ?? undefined;
  const contact = contactFor(waiting);
  try {
    await requestsOutbox.put({ ...waiting, ...(contact && { contact }) });
  } catch {
    return sendDirectly(waiting, bearer);
  }
  onStored();
  return deliver(waiting, bearer);
}

/** Discarded requests are among them. */
export const waitingFor = (sender: Sender): Promise<WaitingRequest[]> => requestsOutbox.of(sender);

/** Checks that no other tab has signed in somebody else. */
export async function isStillSignedIn(
  { personId, familyId }: Sender,
  bearer: string | undefined,
): Promise<boolean> {
  const { user } = await call("GET /api/auth/status", { bearer }, AbortSignal.timeout(timeoutMs));
  return user.id === personId && user.familyId === familyId;
}

/** Sends waiting requests, oldest first, until one fails. Returns whether it tried. */
export async function flush(sender: Sender): Promise<boolean> {
  const bearer = token() ?? undefined;
  const { hasTried } = await requestsOutbox.flush(sender, {
    send: (waiting) => send(waiting, bearer),
    refusalOf: (_, error) => refusalOf(error),
    mayBegin: () => isStillSignedIn(sender, bearer),
  });
  return hasTried;
}

/** Ends the person's own request by "I'm OK now": cancels it, or resolves it if somebody has already taken it. */
export async function endRequest(
  { id, state }: HelpRequest,
  bearer = token() ?? undefined,
  signal?: AbortSignal,
): Promise<HelpRequest> {
  const parts = { params: { id }, bearer };
  if (state === "ACKNOWLEDGED") return call("POST /api/help-requests/:id/resolution", parts, signal);
  try {
    return await call("POST /api/help-requests/:id/cancellation", parts, signal);
  } catch (error) {
    if (error instanceof CallError && error.status === 409)
      return call("POST /api/help-requests/:id/resolution", parts, signal);
    throw error;
  }
}

/** An attempt that was under way when the person discarded the request has reached the server by then, or never will. */
const maxTravelMs = 60_000;

/**
 * Ends discarded requests that the server has, and removes them from the device. They are looked up rather than sent
 * again under their keys: that would alarm the family about a request that never arrived.
 */
async function endAll(sender: Sender): Promise<boolean> {
  const bearer = token() ?? undefined;
  const discarded = (await waitingFor(sender)).filter(isDiscarded);
  if (discarded.length === 0 || !(await isStillSignedIn(sender, bearer))) return false;
  const list = await call("GET /api/help-requests", { bearer }, AbortSignal.timeout(timeoutMs));
  for (const { key, discardedAt = 0 } of discarded) {
    const stored = list.find(({ idempotencyKey }) => idempotencyKey === key);
    if (!stored && Date.now() < discardedAt + maxTravelMs) continue;
    if (stored && isOpen(stored)) await endRequest(stored, bearer, AbortSignal.timeout(timeoutMs));
    await requestsOutbox.remove(key);
  }
  return true;
}

/** Returns whether it tried. If it fails, it is tried again later. */
export const endDiscarded = (sender: Sender): Promise<boolean> =>
  oneAtATime(outboxLock, () => endAll(sender)).catch(() => false);
