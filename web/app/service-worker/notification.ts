/// <reference lib="webworker" />
// Every push message is shown, because browsers revoke the permission of a worker that stays silent.

import { buttonVerdicts, verdictWords } from "#contract/help/verdict-words.ts";
import { PushPayload } from "#contract/push-payload.ts";
import { pathInside } from "#web/features/accounts/return-place.ts";

// This type is not in TypeScript's library, because Safari has no buttons.
interface ShownOptions extends NotificationOptions {
  actions: { action: string; title: string }[];
  renotify: boolean;
}

/** Shown in place of a message that cannot be read, so that the person still knows that there is one. */
const unreadable: PushPayload = {
  kind: "help",
  title: "Porchlight",
  text: "There's something new. Tap to see it.",
  path: "/",
  tag: "porchlight",
};

function read(data: PushMessageData | null): PushPayload {
  try {
    return PushPayload.parse(data?.json());
  } catch {
    return unreadable;
  }
}

/** The data that the worker stored with its notification. */
export const noticeOf = ({ data }: Notification): PushPayload =>
  PushPayload.safeParse(data).data ?? unreadable;

function buttonsOf(notice: PushPayload): ShownOptions["actions"] {
  const { kind, acknowledgePath, verdictPath, callNumber, callName } = notice;
  if (verdictPath) return buttonVerdicts.map((action) => ({ action, title: verdictWords[action] }));
  const yes = kind === "test" ? "It works" : "I'll help";
  const help = acknowledgePath ? [{ action: "help", title: yes }] : [];
  const call = callNumber ? [{ action: "dial", title: callName ? `Call ${callName}` : "Call" }] : [];
  return [...help, ...call];
}

export function show({ registration }: ServiceWorkerGlobalScope, notice: PushPayload): Promise<void> {
  const options: ShownOptions = {
    body: notice.text,
    tag: notice.tag,
    renotify: true,
    requireInteraction: notice.kind === "help",
    icon: "/icons/icon-192.png",
    badge: "/icons/badge-96.png",
    data: notice,
    actions: buttonsOf(notice),
  };
  return registration.showNotification(notice.title, options);
}

/** Reports something to the server at a signed address that needs no sign-in. */
export function report(
  { location }: ServiceWorkerGlobalScope,
  path: string,
  request: RequestInit = { method: "POST" },
): Promise<Response> {
  const inside = pathInside(path, location.origin);
  if (!inside) return Promise.reject(new TypeError("That leads out of the app."));
  return fetch(inside, request);
}

export async function showPush(
  worker: ServiceWorkerGlobalScope,
  data: PushMessageData | null,
): Promise<void> {
  const notice = read(data);
  await show(worker, notice);
  // This proves that it has arrived. If the proof gets lost, the family is notified over other channels too.
  if (notice.receiptPath) await report(worker, notice.receiptPath).catch(() => undefined);
}
