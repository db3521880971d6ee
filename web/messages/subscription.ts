// How this browser is reached by push: its subscription, and what the server knows of it.
import { getStatus } from "#contract/accounts/sign-in.ts";
import {
  addPushSubscription,
  deletePushSubscription,
  getPushKey,
  listPushSubscriptions,
} from "#contract/messages.ts";
import { CallError, call } from "#web/api/call.ts";
import { token } from "#web/api/session.ts";
import { isApplePhoneOrTablet, isInstalled } from "#web/offline/installation/platform.ts";
import { registration } from "#web/offline/registration.ts";
import { subscriptionChanged } from "./subscription-changed.ts";

// What this browser remembers of messages.

const remembered = (key: string) => ({
  read(): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  keep: (value: string): void => localStorage.setItem(key, value),
  forget: (): void => localStorage.removeItem(key),
});

/** Where the server was last told that it reaches this device; nothing while messages do not come here. */
const toldEndpoint = remembered("porchlight-push");

/** The id of whoever turned messages on here, until they turn them off. It outlives their sign-in. */
const turnedOnBy = remembered("porchlight-push-person");

/** `uninstalled`: this browser takes messages only for an app on the home screen. */
export type MessagesHere = "unsupported" | "uninstalled" | "blocked" | "off" | "on";

const found = async (): Promise<PushSubscription | null> =>
  (await (await registration())?.pushManager?.getSubscription()) ?? null;

export async function messagesHere(): Promise<MessagesHere> {
  if (isApplePhoneOrTablet() && !isInstalled()) return "uninstalled";
  if (!("PushManager" in window) || !("Notification" in window) || !(await registration()))
    return "unsupported";
  if (Notification.permission === "denied") return "blocked";
  const isOn = Notification.permission === "granted" && toldEndpoint.read() !== null && (await found());
  return isOn ? "on" : "off";
}

const base64Of = (base64url: string): string =>
  base64url.replaceAll("-", "+").replaceAll("_", "/").replace(/=*$/, "");

/** A browser that does not tell for which key it is has to be believed. */
const isForKey = ({ options }: PushSubscription, publicKey: string): boolean => {
  if (!options.applicationServerKey) return true;
  const key = new Uint8Array(options.applicationServerKey);
  return btoa(String.fromCharCode(...key)).replace(/=*$/, "") === base64Of(publicKey);
};

/** The one there is, or a new one where it is missing or made for a key that the server has no more. */
async function subscribed(): Promise<PushSubscription> {
  const { publicKey } = await call(getPushKey);
  const former = await found();
  if (former && isForKey(former, publicKey)) return former;
  await former?.unsubscribe();
  if (!(await registration())) throw new TypeError("There is no worker that could show messages.");
  const { pushManager } = await navigator.serviceWorker.ready;
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

async function tellServer(subscription: PushSubscription, isRenewal: boolean): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  const former = toldEndpoint.read();
  const replaces = former !== null && former !== endpoint ? { replaces: former } : {};
  const { p256dh = "", auth = "" } = keys ?? {};
  await call(addPushSubscription, {
    body: { endpoint: endpoint ?? "", keys: { p256dh, auth }, ...replaces, isRenewal },
  });
  toldEndpoint.keep(endpoint ?? "");
}

const personHere = async (): Promise<string> => String((await call(getStatus)).user.id);

/** Only on a press: the browser asks whether it may. Answers how it stands then. */
export async function startMessages(): Promise<MessagesHere> {
  if ((await Notification.requestPermission()) === "granted") {
    const person = await personHere();
    await tellServer(await subscribed(), false);
    turnedOnBy.keep(person);
  }
  return messagesHere();
}

/** Until whoever turned them on signs in again. The server forgets this device with the sign-in by itself. */
export async function pauseMessages(): Promise<void> {
  if (toldEndpoint.read() === null) return;
  toldEndpoint.forget();
  await (await found())?.unsubscribe();
}

async function forgetOnServer(): Promise<void> {
  const here = (await call(listPushSubscriptions)).find(({ isThisOne }) => isThisOne);
  if (here) await call(deletePushSubscription, { params: { id: String(here.id) } });
}

export async function stopMessages(): Promise<void> {
  turnedOnBy.forget();
  await pauseMessages();
  await forgetOnServer();
}

/** They may have been turned off from another device meanwhile. */
async function renew(subscription: PushSubscription): Promise<void> {
  try {
    await tellServer(subscription, true);
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 409) throw error;
    await stopMessages();
  }
}

async function check(): Promise<void> {
  const signIn = token();
  if (turnedOnBy.read() === null || signIn === null) return;
  if (Notification.permission !== "granted") return stopMessages();
  if ((await personHere()) !== turnedOnBy.read()) return pauseMessages();
  const isKnown = (await call(listPushSubscriptions)).some(({ isThisOne }) => isThisOne);
  // What the server has dropped its push service has given up: told again, it would be dropped again.
  if (!isKnown) await (await found())?.unsubscribe();
  const subscription = await subscribed();
  // Whoever has signed in meanwhile has a check of their own.
  if (token() !== signIn) return;
  if (!isKnown || subscription.endpoint !== toldEndpoint.read()) await renew(subscription);
}

/**
 * On every open and sign-in: browsers give a subscription up or change it, servers get a new key, and another person
 * may be signed in than the one who turned messages on. Two tabs would undo what the other does.
 */
export async function checkSubscription(): Promise<void> {
  if (turnedOnBy.read() !== null) await navigator.locks.request("porchlight-push", check);
}

/** From now on: on this open, and whenever the worker says that the browser has changed it. */
export async function followSubscription(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (data === subscriptionChanged) void checkSubscription().catch(() => undefined);
  });
  await checkSubscription();
}
