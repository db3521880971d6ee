/// <reference lib="webworker" />
// The service worker: opens the app without a connection, and shows push messages.
import type { PrecacheEntry } from "serwist";
import { serveApp } from "./service-worker/app-files.ts";
import { showPush } from "./service-worker/notification.ts";
import { handleNotificationClick } from "./service-worker/notification-click.ts";
import { renewSubscription } from "./service-worker/renewal.ts";

declare const self: ServiceWorkerGlobalScope & { readonly __SW_MANIFEST: PrecacheEntry[] };

// The build replaces this with the list of files.
serveApp(self, self.__SW_MANIFEST);

self.addEventListener("push", (event) => event.waitUntil(showPush(self, event.data)));
self.addEventListener("notificationclick", (event) => event.waitUntil(handleNotificationClick(self, event)));
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renewSubscription(self, event)));
