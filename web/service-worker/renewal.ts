/// <reference lib="webworker" />
import { subscriptionChanged } from "#web/messages/subscription-changed.ts";

/**
 * The browser has taken the subscription back. The worker has no sign-in with which to tell the server of the new one:
 * an open page does at once, otherwise the next one that opens.
 */
export async function renewSubscription(
  { clients, registration }: ServiceWorkerGlobalScope,
  { newSubscription, oldSubscription }: PushSubscriptionChangeEvent,
): Promise<void> {
  if (!newSubscription && oldSubscription) await registration.pushManager.subscribe(oldSubscription.options);
  for (const page of await clients.matchAll({ type: "window" })) page.postMessage(subscriptionChanged);
}
