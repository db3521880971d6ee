// A request is on the device before it goes out, and stays there until the server has it.

import { getStatus } from "#contract/accounts/sign-in.ts";
import { askForHelp, type HelpRequest } from "#contract/help/requests.ts";
import { CallError, call, messageOf } from "#web/api/call.ts";
import { token } from "#web/api/session.ts";
import { contactsOf } from "#web/families/contacts.ts";
import { keptFamily } from "#web/families/kept-family.ts";
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

const timeoutMs = 10_000;

// Signed out, too slow, too often: these pass. So does whatever is no answer at all, and what is the server's fault.
const passing = [401, 408, 429];

const isPermanent = (error: unknown): boolean =>
  error instanceof CallError && error.status < 500 && !passing.includes(error.status);

/** With the sign-in under which it was asked or looked up: another tab may change it at any time. */
const send = ({ key, body }: WaitingRequest, bearer: string | undefined): Promise<HelpRequest> =>
  call(askForHelp, { body, headers: { "idempotency-key": key }, bearer }, AbortSignal.timeout(timeoutMs));

async function attempt(waiting: WaitingRequest, bearer: string | undefined): Promise<Outcome> {
  try {
    return { kind: "stored", request: await send(waiting, bearer) };
  } catch (error) {
    if (!isPermanent(error)) return { kind: "failed" };
    return { kind: "refused", message: messageOf(error, "Porchlight could not accept this request.") };
  }
}

async function settle({ key, ...waiting }: WaitingRequest, outcome: Outcome): Promise<void> {
  if (outcome.kind === "stored") await removeWaiting(key);
  if (outcome.kind === "refused") await putWaiting({ ...waiting, key, refusal: outcome.message });
}

async function deliver(waiting: WaitingRequest, bearer: string | undefined): Promise<Outcome> {
  const outcome = await attempt(waiting, bearer);
  if (outcome.kind === "failed") return { kind: "waiting" };
  // What stays by mistake goes out again under its key, which the server knows by then.
  await settle(waiting, outcome).catch(() => undefined);
  return outcome;
}

const failed = new Map<string, string>();

/** It may have arrived all the same: the same words go out under the same key again. */
async function sendUnkept(waiting: WaitingRequest, bearer: string | undefined): Promise<Outcome> {
  const words = JSON.stringify([waiting.personId, waiting.familyId, waiting.body]);
  const key = failed.get(words) ?? waiting.key;
  const outcome = await attempt({ ...waiting, key }, bearer);
  if (outcome.kind === "failed") failed.set(words, key);
  else failed.delete(words);
  return outcome;
}

function contactFor({ personId, familyId }: WaitingRequest): WaitingRequest["contact"] {
  const family = keptFamily();
  const [contact] = family?.id === familyId ? contactsOf(family, personId) : [];
  return contact && { name: contact.name, phoneNumber: contact.phoneNumber };
}

/**
 * `onKept` is called once it is safe on the device. Some private windows keep nothing, and a storage may be full or
 * broken: then it is sent, or it fails.
 */
export async function ask(waiting: WaitingRequest, onKept: () => void): Promise<Outcome> {
  const bearer = token() ?? undefined;
  const contact = contactFor(waiting);
  try {
    await putWaiting({ ...waiting, ...(contact && { contact }) });
  } catch {
    return sendUnkept(waiting, bearer);
  }
  onKept();
  return deliver(waiting, bearer);
}

export const waitingFor = async ({ id, familyId }: Sender): Promise<WaitingRequest[]> => {
  const all = await allWaiting();
  return all.filter((waiting) => waiting.personId === id && waiting.familyId === familyId);
};

// Two tabs would not ask twice, as the key is the same; with one at a time the server is not bothered either.
const oneAtATime = (work: () => Promise<boolean>): Promise<boolean> =>
  "locks" in navigator ? navigator.locks.request("porchlight-outbox", work) : work();

/** Another tab may have signed somebody else in. */
async function isStill({ id, familyId }: Sender, bearer: string | undefined): Promise<boolean> {
  const { user } = await call(getStatus, { bearer }, AbortSignal.timeout(timeoutMs));
  return user.id === id && user.familyId === familyId;
}

async function deliverAll(sender: Sender): Promise<boolean> {
  const bearer = token() ?? undefined;
  const sendable = (await waitingFor(sender)).filter(({ refusal }) => refusal === undefined);
  if (sendable.length === 0 || !(await isStill(sender, bearer))) return false;
  for (const waiting of sendable) {
    if ((await deliver(waiting, bearer)).kind === "waiting") break;
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
