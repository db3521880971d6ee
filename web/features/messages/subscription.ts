// The push subscription of this browser, and what the server knows about it.
import { navigate } from "wouter/use-browser-location";
import {
  getsMessagesInstalled,
  isApplePhoneOrTablet,
  isInstalled,
} from "#web/features/installation/platform.ts";
import { CallError, call } from "#web/platform/api/call.ts";
import { token } from "#web/platform/api/session.ts";
import { registration } from "#web/platform/offline/registration.ts";
import { oneAtATime } from "#web/platform/offline/retries.ts";
import { inTime } from "#web/platform/offline/time-limit.ts";
import { subscriptionChanged } from "./subscription-changed.ts";

// The values that this browser remembers about messages.

const remembered = (key: string) => ({
  read(): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  write: (value: string): void => localStorage.setItem(key, value),
  forget: (): void => localStorage.removeItem(key),
});

/** The endpoint that the server last got from us. Empty while messages are off here. */
const registeredEndpoint = remembered("porchlight-push");

/** The id of the person who turned messages on here. It outlives their sign-in. */
const turnedOnBy = remembered("porchlight-push-person");

/** `uninstalled`: this browser takes messages only for an app on the home screen. */
export type MessagesHere = "unsupported" | "uninstalled" | "blocked" | "off" | "on";

// On a slow connection it takes this long until the worker has all files.
const maxInstallationMs = 30_000;

const found = async (): Promise<PushSubscription | null> =>
  (await (await registration())?.pushManager?.getSubscription()) ?? null;

export async function messagesHere(): Promise<MessagesHere> {
  if (isApplePhoneOrTablet() && !isInstalled())
    return getsMessagesInstalled() ? "uninstalled" : "unsupported";
  if (!("PushManager" in window) || !("Notification" in window) || !(await registration()))
    return "unsupported";
  if (Notification.permission === "denied") return "blocked";
  const isOn = Notification.permission === "granted" && registeredEndpoint.read() !== null && (await found());
  return isOn ? "on" : "off";
}

const base64Of = (base64url: string): string =>
  base64url.replaceAll("-", "+").replaceAll("_", "/").replace(/=*$/, "");

/** Some browsers do not reveal the key of a subscription. Then it counts as right. */
const isForKey = ({ options }: PushSubscription, publicKey: string): boolean => {
  if (!options.applicationServerKey) return true;
  const key = new Uint8Array(options.applicationServerKey);
  return btoa(String.fromCharCode(...key)).replace(/=*$/, "") === base64Of(publicKey);
};

/** The existing subscription, or a new one if it is missing or was made for another key. */
async function subscribed(publicKey: string): Promise<PushSubscription> {
  const former = await found();
  if (former && isForKey(former, publicKey)) return former;
  await former?.unsubscribe();
  if (!(await registration()))
    throw new TypeError("This browser has no service worker that could show messages.");
  const { pushManager } = await inTime(navigator.serviceWorker.ready, maxInstallationMs);
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

async function registerEndpoint(subscription: PushSubscription, isRenewal: boolean): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  const former = registeredEndpoint.read();
  const replaces = former !== null && former !== endpoint ? { replaces: former } : {};
  const { p256dh = "", auth = "" } = keys ?? {};
  await call("POST /api/push-subscriptions", {
    body: { endpoint: endpoint ?? "", keys: { p256dh, auth }, ...replaces, isRenewal },
  });
  registeredEndpoint.write(endpoint ?? "");
}

/** Call this only on a press, because the browser asks for permission. Returns the new state. */
export async function startMessages(): Promise<MessagesHere> {
  if ((await Notification.requestPermission()) === "granted") {
    const { publicKey, personId } = await call("GET /api/push-key");
    await registerEndpoint(await subscribed(publicKey), false);
    turnedOnBy.write(String(personId));
  }
  return messagesHere();
}

/** Stops messages until the same person signs in again. The server forgets this device with its session. */
export async function pauseMessages(): Promise<void> {
  if (registeredEndpoint.read() === null) return;
  registeredEndpoint.forget();
  await (await found())?.unsubscribe();
}

async function forgetOnServer(): Promise<void> {
  const here = (await call("GET /api/push-subscriptions")).find(({ isThisOne }) => isThisOne);
  if (here) await call("DELETE /api/push-subscriptions/:id", { params: { id: here.id } });
}

export async function stopMessages(): Promise<void> {
  turnedOnBy.forget();
  await pauseMessages();
  await forgetOnServer();
}

/** Another device may have turned messages off in the meantime. */
async function renew(subscription: PushSubscription): Promise<void> {
  try {
    await registerEndpoint(subscription, true);
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 409) throw error;
    await stopMessages();
  }
}

async function check(): Promise<void> {
  const signIn = token();
  if (turnedOnBy.read() === null || signIn === null) return;
  if (Notification.permission !== "granted") return stopMessages();
  const { publicKey, personId, isKnown } = await call("GET /api/push-key");
  if (String(personId) !== turnedOnBy.read()) return pauseMessages();
  // The server drops a subscription when its push service has given it up, so a new one is needed.
  if (!isKnown) await (await found())?.unsubscribe();
  const subscription = await subscribed(publicKey);
  // A new sign-in runs its own check.
  if (token() !== signIn) return;
  if (!isKnown || subscription.endpoint !== registeredEndpoint.read()) await renew(subscription);
}

/**
 * Runs on every start and sign-in: browsers drop or change subscriptions, servers get a new key, and another person may
 * have signed in. The lock keeps two tabs from undoing each other's work.
 */
export async function checkSubscription(): Promise<void> {
  if (turnedOnBy.read() !== null) await oneAtATime("porchlight-push", check);
}

/** The service worker tells pages that the browser has changed the subscription, or which path a notification opens. */
type FromWorker = typeof subscriptionChanged | { opens: string };

/** Checks now, and whenever the service worker says that the browser has changed the subscription. */
export async function followSubscription(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => {
    if (data !== subscriptionChanged) navigate(data.opens);
    else void checkSubscription().catch(() => undefined);
  });
  await checkSubscription();
}
