// Chromium without a screen has no push service: what a browser keeps of its subscription is stood in for, nothing else.
import type { Page } from "playwright-core";

/** Runs in the page. It outlives a reload, as the browser's own does. */
function standIn(): void {
  const place = "test-subscription";
  const read = (): { endpoint: string; publicKey: string } | null =>
    JSON.parse(localStorage.getItem(place) ?? "null");
  const bytes = (base64url: string) =>
    Uint8Array.from(atob(base64url.replaceAll("-", "+").replaceAll("_", "/")), (letter) =>
      letter.charCodeAt(0),
    ).buffer;
  const subscription = () => {
    const kept = read();
    return (
      kept && {
        endpoint: kept.endpoint,
        options: { applicationServerKey: bytes(kept.publicKey) },
        toJSON: () => ({
          endpoint: kept.endpoint,
          keys: { p256dh: "B".repeat(87), auth: "a".repeat(22) },
        }),
        unsubscribe: async () => localStorage.removeItem(place),
      }
    );
  };
  const subscribe = async ({ applicationServerKey: publicKey }: { applicationServerKey: string }) => {
    const endpoint = `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`;
    localStorage.setItem(place, JSON.stringify({ endpoint, publicKey }));
    return subscription();
  };
  Object.assign(PushManager.prototype, { subscribe, getSubscription: async () => subscription() });
}

export const standInForPush = (page: Page): Promise<unknown> => page.addInitScript(standIn);

/** As if somebody had taken the permission back in the browser's settings, from the next page on. */
export const blockMessages = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    Object.defineProperty(Notification, "permission", { get: () => "denied" });
  });

/** The browser gives the subscription up for another one, and wakes the worker to say so. */
export async function changeSubscription(page: Page, endpoint: string): Promise<void> {
  await page.evaluate((endpoint) => {
    const kept = JSON.parse(localStorage.getItem("test-subscription") ?? "null");
    localStorage.setItem("test-subscription", JSON.stringify({ ...kept, endpoint }));
  }, endpoint);
  const [worker] = page.context().serviceWorkers();
  await worker?.evaluate(() => void dispatchEvent(new ExtendableEvent("pushsubscriptionchange")));
}
