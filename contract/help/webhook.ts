// A family can have a program of its own told about its requests for help: https://www.standardwebhooks.com
import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { cleanText } from "../text.ts";
import { Id, Instant, maxTyped, nothing } from "../values.ts";

export const WebhookEvent = z.enum(["help.asked", "help.taken", "help.solved", "help.cancelled", "test"]);
export type WebhookEvent = z.output<typeof WebhookEvent>;

export const WebhookFailure = z.enum([
  "not-allowed",
  "unreachable",
  "insecure",
  "slow",
  "redirects",
  "refuses",
  "trouble",
  "gone",
]);
export type WebhookFailure = z.output<typeof WebhookFailure>;

const WebhookState = z.enum(["WAITING", "ARRIVED", "FAILED"]);
export type WebhookState = z.output<typeof WebhookState>;

const WebhookDelivery = z.object({
  id: Id,
  type: WebhookEvent,
  at: Instant,
  /** A waiting one is tried again. */
  state: WebhookState,
  attempts: z.int(),
  /** Why the last attempt has failed. */
  failure: z.nullable(WebhookFailure),
});
export type WebhookDelivery = z.output<typeof WebhookDelivery>;

export const Webhook = z.object({
  url: z.string(),
  /** Proves to the program that a message is from this server. */
  secret: z.string(),
  /** The last ones, the newest first. */
  deliveries: z.array(WebhookDelivery),
});
export type Webhook = z.output<typeof Webhook>;

const badAddress = "Please enter a web address that starts with https://";

export const NewWebhook = z.strictObject({
  url: z.string(badAddress).check(
    maxTyped(2_000, badAddress),
    z.overwrite(cleanText),
    z.trim(),
    z.refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ""), badAddress),
  ),
});
export type NewWebhook = z.output<typeof NewWebhook>;

export const getWebhook = endpoint({
  method: "GET",
  path: "/api/webhook",
  access: "admin",
  summary: "The program that is told about requests for help, and whether the last messages to it arrived",
  response: z.nullable(Webhook),
});

export const setWebhook = endpoint({
  method: "PUT",
  path: "/api/webhook",
  access: "admin",
  summary: "Have a program at this address told about requests for help",
  body: NewWebhook,
  response: Webhook,
});

export const renewWebhookSecret = endpoint({
  method: "POST",
  path: "/api/webhook/secret",
  access: "admin",
  summary: "Make a new secret, which takes the place of the earlier one at once",
  response: Webhook,
});

export const testWebhook = endpoint({
  method: "POST",
  path: "/api/webhook/tests",
  access: "admin",
  summary: "Send a test to the program",
  response: nothing,
});

export const removeWebhook = endpoint({
  method: "DELETE",
  path: "/api/webhook",
  access: "admin",
  summary: "Tell the program nothing more",
  response: nothing,
});
