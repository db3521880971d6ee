/// <reference lib="webworker" />
// Handles presses on notifications and their buttons.
import { HelpAnswer } from "#contract/help/answers.ts";
import type { PushPayload } from "#contract/messages.ts";
import { Problem } from "#contract/problem.ts";
import { pathInside } from "#web/accounts/path-inside.ts";
import { noticeOf, post, show } from "./notification.ts";

/** A service worker cannot dial, so the app opens a page with one large button that does. */
const callPath = (number: string): string => `/call?number=${encodeURIComponent(number)}`;

/** Opens the path in an open window of the app, or in a new one. */
async function openApp({ clients, location }: ServiceWorkerGlobalScope, path: string): Promise<void> {
  const inside = pathInside(path, location.origin) ?? "/";
  const [open] = await clients.matchAll({ type: "window", includeUncontrolled: true });
  if (!open) return void (await clients.openWindow(inside));
  // Some browsers refuse this, because the press was not on the app.
  await open.focus().catch(() => undefined);
  if (open.url !== location.origin + inside) {
    await open.navigate(inside).catch(() => clients.openWindow(inside));
  }
}

const done = { kind: "reminder", acknowledgePath: undefined } as const;

const works = { ...done, title: "Thank you. It works.", text: "Your family can count on it." };

/** The notification after an answer: the request is taken, or the reason why not. */
async function readAnswer(answer: Response, kind: PushPayload["kind"]): Promise<Partial<PushPayload>> {
  const body: unknown = await answer.json().catch(() => null);
  const taken = HelpAnswer.safeParse(body).data;
  if (taken) return { ...done, title: "You will help", text: `${taken.askedBy.name} can see it.` };
  if (kind === "test" && answer.ok) return works;
  const why = Problem.safeParse(body).data?.message ?? "Tap to see what's happening.";
  return { ...done, title: "You're not needed this time", text: why };
}

const unheard = {
  title: "Porchlight didn't get your answer yet",
  text: "Press the button again, or tap to open the app.",
};

/** The result of "I'll help", which replaces the notification. */
async function outcomeOf(
  worker: ServiceWorkerGlobalScope,
  { kind }: PushPayload,
  path: string,
): Promise<Partial<PushPayload>> {
  try {
    const answer = await post(worker, path);
    return answer.status >= 500 || answer.status === 429 ? unheard : await readAnswer(answer, kind);
  } catch {
    return unheard;
  }
}

async function help(worker: ServiceWorkerGlobalScope, notice: PushPayload, path: string): Promise<void> {
  await show(worker, { ...notice, ...(await outcomeOf(worker, notice, path)) });
}

export async function handleNotificationClick(
  worker: ServiceWorkerGlobalScope,
  { action, notification }: NotificationEvent,
): Promise<void> {
  const notice = noticeOf(notification);
  notification.close();
  if (action === "help" && notice.acknowledgePath) return help(worker, notice, notice.acknowledgePath);
  if (action === "call" && notice.callNumber) return openApp(worker, callPath(notice.callNumber));
  return openApp(worker, notice.path);
}
