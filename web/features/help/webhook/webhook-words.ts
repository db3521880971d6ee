import type { WebhookDelivery, WebhookEvent, WebhookFailure } from "#contract/help/webhook.ts";

export const eventWords: Record<WebhookEvent, string> = {
  "help.asked": "Someone asks for help",
  "help.taken": "Someone helps",
  "help.solved": "A request is solved",
  "help.cancelled": "A request is cancelled",
  test: "A test",
};

const failureWords: Record<WebhookFailure, string> = {
  "not-allowed": "We may not send to where this address leads.",
  unreachable: "The program did not answer.",
  insecure: "Its certificate is not valid.",
  slow: "The program took longer than 10 seconds.",
  redirects: "It sends us on to another address. Please enter that one.",
  refuses: "The program refused it. Please check the address.",
  trouble: "The program has trouble of its own.",
  gone: "The program says that this address is gone.",
};

export function deliveryWords({ state, failure }: WebhookDelivery): string {
  if (state === "ARRIVED") return "It arrived.";
  const reason = failure && failureWords[failure];
  if (state === "FAILED") return `It did not arrive. ${reason}`;
  return reason ? `${reason} We'll try again.` : "On its way...";
}
