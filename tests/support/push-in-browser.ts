// Headless Chromium has no push service, so this replaces the browser's push subscription, and nothing else.
import type { Page } from "playwright-core";

/** Runs in the page. Like a real subscription, it survives a reload. */
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

/** Acts as if the person had blocked notifications in the browser's settings. Takes effect with the next page. */
export const blockMessages = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    Object.defineProperty(Notification, "permission", { get: () => "denied" });
  });

/** Replaces the subscription, as browsers do, and notifies the service worker. */
export async function changeSubscription(page: Page, endpoint: string): Promise<void> {
  await page.evaluate((endpoint) => {
    const kept = JSON.parse(localStorage.getItem("test-subscription") ?? "null");
    localStorage.setItem("test-subscription", JSON.stringify({ ...kept, endpoint }));
  }, endpoint);
  const [worker] = page.context().serviceWorkers();
  await worker?.evaluate(() => void dispatchEvent(new ExtendableEvent("pushsubscriptionchange")));
}
