/** What the service worker says to the open pages when the browser has changed the subscription. */
export const subscriptionChanged = "push-subscription-changed";
