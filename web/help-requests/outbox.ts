// A request is on the device before it goes out, and stays there until the server has it.
import { getStatus } from "#contract/accounts.ts";
import { askForHelp, type HelpRequest } from "#contract/help-requests.ts";
import { CallError, call, messageOf } from "#web/api/call.ts";
import { allWaiting, putWaiting, removeWaiting, type WaitingRequest } from "./outbox-store.ts";

/**
 * stored: the server has it. waiting: it is kept here and sent later. refused: the server will never take it.
 * failed: it was not sent, and this browser keeps nothing.
 */
export type Outcome =
  | { kind: "stored"; request: HelpRequest }
  | { kind: "waiting" | "failed" }
  | { kind: "refused"; message: string };

/** Whose requests may be sent now. */
export interface Sender {
  id: number;
  familyId: number;
}

const patience = 10_000;

// Signed out, too slow, too often: these pass. So does whatever is no answer at all, and what is the server's fault.
const passing = [401, 408, 429];

const isPermanent = (error: unknown): boolean =>
  error instanceof CallError && error.status < 500 && !passing.includes(error.status);

const send = ({ key, body }: WaitingRequest): Promise<HelpRequest> =>
  call(askForHelp, { body, headers: { "idempotency-key": key } }, AbortSignal.timeout(patience));

async function attempt(waiting: WaitingRequest): Promise<Outcome> {
  try {
    return { kind: "stored", request: await send(waiting) };
  } catch (error) {
    if (!isPermanent(error)) return { kind: "failed" };
    return { kind: "refused", message: messageOf(error, "Porchlight could not take this request.") };
  }
}

async function deliver(waiting: WaitingRequest): Promise<Outcome> {
  const outcome = await attempt(waiting);
  if (outcome.kind === "failed") return { kind: "waiting" };
  if (outcome.kind === "stored") await removeWaiting(waiting.key);
  if (outcome.kind === "refused") await putWaiting({ ...waiting, refusal: outcome.message });
  return outcome;
}

/** `onKept` is called once it is safe on the device. Some private windows keep nothing: then it is sent or it fails. */
export async function ask(waiting: WaitingRequest, onKept: () => void): Promise<Outcome> {
  try {
    await putWaiting(waiting);
  } catch {
    return attempt(waiting);
  }
  onKept();
  return deliver(waiting);
}

export const waitingFor = async ({ id, familyId }: Sender): Promise<WaitingRequest[]> => {
  const all = await allWaiting();
  return all.filter((waiting) => waiting.personId === id && waiting.familyId === familyId);
};

// Two tabs would not ask twice, as the key is the same; with one at a time the server is not bothered either.
const oneAtATime = (work: () => Promise<boolean>): Promise<boolean> =>
  "locks" in navigator ? navigator.locks.request("porchlight-outbox", work) : work();

/** Another tab may have signed somebody else in. */
async function isStill({ id, familyId }: Sender): Promise<boolean> {
  const { user } = await call(getStatus, undefined, AbortSignal.timeout(patience));
  return user.id === id && user.familyId === familyId;
}

async function deliverAll(sender: Sender): Promise<boolean> {
  const sendable = (await waitingFor(sender)).filter(({ refusal }) => refusal === undefined);
  if (sendable.length === 0 || !(await isStill(sender))) return false;
  for (const waiting of sendable) {
    if ((await deliver(waiting)).kind === "waiting") break;
  }
  return true;
}

/** Sends what waits, oldest first, until something stands in the way. Answers whether it tried. */
export const flush = (sender: Sender): Promise<boolean> =>
  oneAtATime(() => deliverAll(sender)).catch(() => false);

/** A random UUID; crypto.randomUUID would need HTTPS, which a server at home may not have. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-a$4-$5");
}
