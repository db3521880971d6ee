/** The message from the service worker to open pages when the browser has changed the subscription. */
export const subscriptionChanged = "push-subscription-changed";
