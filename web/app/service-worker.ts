/// <reference lib="webworker" />
// The service worker: opens the app without a connection, and shows push messages.
import type { PrecacheEntry } from "serwist";
import { serveApp } from "#web/app/service-worker/app-files.ts";
import { showPush } from "#web/app/service-worker/notification.ts";
import { handleNotificationClick } from "#web/app/service-worker/notification-click.ts";
import { subscriptionChanged } from "#web/features/messages/subscription-changed.ts";

declare const self: ServiceWorkerGlobalScope & { readonly __SW_MANIFEST: PrecacheEntry[] };

/** Renews a subscription that the browser has changed. The worker has no sign-in, so an open page tells the server, or the next one that opens. */
async function renewSubscription({
  newSubscription,
  oldSubscription,
}: PushSubscriptionChangeEvent): Promise<void> {
  if (!newSubscription && oldSubscription)
    await self.registration.pushManager.subscribe(oldSubscription.options);
  for (const page of await self.clients.matchAll({ type: "window" })) page.postMessage(subscriptionChanged);
}

// The build replaces this with the list of files.
serveApp(self, self.__SW_MANIFEST);

self.addEventListener("push", (event) => event.waitUntil(showPush(self, event.data)));
self.addEventListener("notificationclick", (event) => event.waitUntil(handleNotificationClick(self, event)));
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renewSubscription(event)));
