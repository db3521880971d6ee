// The end of the person's own request by "I'm OK now".
import type { HelpRequest } from "#contract/help/requests.ts";
import { CallError, call } from "#web/platform/api/call.ts";
import { token } from "#web/platform/api/session.ts";
import { oneAtATime } from "#web/platform/offline/retries.ts";
import { isOpen } from "./open-state.ts";
import { isStillSignedIn, outboxLock, type Sender, waitingFor } from "./outbox.ts";
import { isDiscarded, removeWaiting } from "./outbox-store.ts";

/** Cancels the request, or resolves it if somebody has already taken it. */
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

const timeoutMs = 10_000;

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
    await removeWaiting(key);
  }
  return true;
}

/** Returns whether it tried. If it fails, it is tried again later. */
export const endDiscarded = (sender: Sender): Promise<boolean> =>
  oneAtATime(outboxLock, () => endAll(sender));
