/// <reference lib="webworker" />
// Handles presses on notifications and their buttons.

import { HelpAnswer } from "#contract/help/answers.ts";
import { buttonVerdicts, verdictWords } from "#contract/help/verdict-words.ts";
import { Problem } from "#contract/problem.ts";
import type { PushPayload } from "#contract/push-payload.ts";
import { pathInside } from "#web/features/accounts/return-place.ts";
import { noticeOf, report, show } from "./notification.ts";

/** A service worker cannot dial, so the app opens a page with one large button that does. */
const callPath = (number: string): string => `/call?number=${encodeURIComponent(number)}`;

/** Opens the path in an open window of the app, or in a new one. */
async function openApp({ clients, location }: ServiceWorkerGlobalScope, path: string): Promise<void> {
  const inside = pathInside(path, location.origin) ?? "/";
  const [open] = await clients.matchAll({ type: "window", includeUncontrolled: true });
  if (!open) return void (await clients.openWindow(inside));
  // Some browsers refuse this, because the press was not on the app.
  await open.focus().catch(() => undefined);
  // This is where the window was opened. If that is the path, the page may have gone on since.
  if (open.url === location.origin + inside) open.postMessage({ opens: inside });
  else await open.navigate(inside).catch(() => clients.openWindow(inside));
}

/** The request that a button of a notification sends. It needs no sign-in. */
interface Press {
  path: string;
  request: RequestInit;
}

const done = { kind: "reminder", acknowledgePath: undefined, verdictPath: undefined } as const;

const works = { ...done, title: "Thank you. It works.", text: "Your family can count on it." };

function toldOf({ askedBy, yourVerdict }: HelpAnswer): Partial<PushPayload> {
  const title = yourVerdict ? `You said: “${verdictWords[yourVerdict]}”` : "You will help";
  return { ...done, title, text: `${askedBy.name} can see it.` };
}

/** The notification after an answer: the request is taken, or the reason why not. */
async function readAnswer(
  answer: Response,
  { kind, verdictPath }: PushPayload,
): Promise<Partial<PushPayload>> {
  const body: unknown = await answer.json().catch(() => null);
  const taken = HelpAnswer.safeParse(body).data;
  if (taken) return toldOf(taken);
  if (kind === "test" && answer.ok) return works;
  const why = Problem.safeParse(body).data?.message ?? "Tap to see what's happening.";
  const title = verdictPath ? "Your answer came too late" : "You're not needed this time";
  return { ...done, title, text: why };
}

const unheard = {
  title: "Porchlight didn't get your answer yet",
  text: "Press the button again, or tap to open the app.",
};

/** The result of an answer, which replaces the notification. */
async function resultOf(
  worker: ServiceWorkerGlobalScope,
  notice: PushPayload,
  { path, request }: Press,
): Promise<Partial<PushPayload>> {
  try {
    const answer = await report(worker, path, request);
    return answer.status >= 500 || answer.status === 429 ? unheard : await readAnswer(answer, notice);
  } catch {
    return unheard;
  }
}

function pressOf(action: string, { acknowledgePath, verdictPath }: PushPayload): Press | undefined {
  if (action === "help" && acknowledgePath) return { path: acknowledgePath, request: { method: "POST" } };
  const verdict = buttonVerdicts.find((known) => known === action);
  if (!verdict || !verdictPath) return undefined;
  const headers = { "content-type": "application/json" };
  return { path: verdictPath, request: { method: "PUT", headers, body: JSON.stringify({ verdict }) } };
}

export async function handleNotificationClick(
  worker: ServiceWorkerGlobalScope,
  { action, notification }: NotificationEvent,
): Promise<void> {
  const notice = noticeOf(notification);
  notification.close();
  const press = pressOf(action, notice);
  if (press) return show(worker, { ...notice, ...(await resultOf(worker, notice, press)) });
  if (action === "dial" && notice.callNumber) return openApp(worker, callPath(notice.callNumber));
  return openApp(worker, notice.path);
}
