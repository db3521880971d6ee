/// <reference lib="webworker" />
import { subscriptionChanged } from "#web/messages/subscription-changed.ts";

/**
 * The browser has changed the subscription. The worker has no sign-in, so an open page tells the server, or the next
 * one that opens.
 */
export async function renewSubscription(
  { clients, registration }: ServiceWorkerGlobalScope,
  { newSubscription, oldSubscription }: PushSubscriptionChangeEvent,
): Promise<void> {
  if (!newSubscription && oldSubscription) await registration.pushManager.subscribe(oldSubscription.options);
  for (const page of await clients.matchAll({ type: "window" })) page.postMessage(subscriptionChanged);
}
