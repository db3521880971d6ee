import * as z from "zod/mini";
import { channels } from "./channels.ts";
import { endpoint } from "./endpoint.ts";
import { Id, IdParams, Instant, nothing } from "./values.ts";

export const Channel = z.enum(channels, "Please choose one of the ways");
export type Channel = z.output<typeof Channel>;

export const PushSubscription = z.object({
  id: Id,
  deviceName: z.string(),
  createdAt: Instant,
  /** The last time that a message is known to have arrived on this device. */
  provenAt: z.nullable(Instant),
  isThisOne: z.boolean(),
});
export type PushSubscription = z.output<typeof PushSubscription>;

const base64url = (length: number) =>
  z.string().check(z.regex(new RegExp(`^[\\w-]{${length}}=*$`), "This is not a browser's key"));

const Address = z.string().check(z.maxLength(2000), z.regex(/^[!-~]+$/, "This is not an address"));

/** The browser's own `PushSubscription.toJSON()`. */
export const NewPushSubscription = z.strictObject({
  endpoint: Address,
  keys: z.strictObject({ p256dh: base64url(87), auth: base64url(22) }),
  /** The endpoint that this one replaces, if the browser has changed it. */
  replaces: z.optional(Address),
  /** True if the browser renews on its own. The server refuses with 409 if messages were turned off on this device. */
  isRenewal: z.optional(z.boolean()),
});

export const getPushKey = endpoint({
  method: "GET",
  path: "/api/push-key",
  access: "person",
  summary: "What a browser needs to get messages from this server, and whether it gets them already",
  response: z.object({
    publicKey: z.string(),
    personId: Id,
    /** Whether this sign-in gets messages. */
    isKnown: z.boolean(),
  }),
});

export const listPushSubscriptions = endpoint({
  method: "GET",
  path: "/api/push-subscriptions",
  access: "person",
  summary: "Your devices that get push messages",
  response: z.array(PushSubscription),
});

export const addPushSubscription = endpoint({
  method: "POST",
  path: "/api/push-subscriptions",
  access: "person",
  summary: "Get messages on this device, until you sign out on it",
  body: NewPushSubscription,
  response: PushSubscription,
  status: 201,
});

export const deletePushSubscription = endpoint({
  method: "DELETE",
  path: "/api/push-subscriptions/:id",
  access: "person",
  summary: "Stop messages on one of your devices",
  params: IdParams,
  response: nothing,
});

/** How a person gets messages in the ntfy app, https://ntfy.sh. */
export const NtfySubscription = z.object({
  /** The ntfy server of this Porchlight, or null if it has none. */
  server: z.nullable(z.string()),
  /** What the person subscribes to there. Whoever knows it can read their messages. */
  topic: z.nullable(z.string()),
});
export type NtfySubscription = z.output<typeof NtfySubscription>;

export const getNtfySubscription = endpoint({
  method: "GET",
  path: "/api/ntfy-subscription",
  access: "person",
  summary: "Whether you get messages in the ntfy app, and where",
  response: NtfySubscription,
});

export const makeNtfySubscription = endpoint({
  method: "POST",
  path: "/api/ntfy-subscription",
  access: "person",
  summary: "Get messages in the ntfy app, at an address that takes the place of an earlier one",
  response: NtfySubscription,
  status: 201,
});

export const deleteNtfySubscription = endpoint({
  method: "DELETE",
  path: "/api/ntfy-subscription",
  access: "person",
  summary: "Stop messages in the ntfy app",
  response: nothing,
});

/** Whether a person is called about requests for help. */
export const PhoneCalls = z.object({
  /** Whether this server makes phone calls at all. */
  isPossible: z.boolean(),
  isOn: z.boolean(),
});
export type PhoneCalls = z.output<typeof PhoneCalls>;

export const getPhoneCalls = endpoint({
  method: "GET",
  path: "/api/phone-calls",
  access: "person",
  summary: "Whether you are called on your phone when someone in your family needs help",
  response: PhoneCalls,
});

export const changePhoneCalls = endpoint({
  method: "PUT",
  path: "/api/phone-calls",
  access: "person",
  summary: "Turn phone calls to your own number on or off",
  body: z.strictObject({ isOn: z.boolean() }),
  response: nothing,
});

export const recordMessageReceipt = endpoint({
  method: "POST",
  path: "/api/messages/:token/receipts",
  access: "anyone",
  summary: "Say that a message has arrived on a device",
  // Several messages can leave as one; its token names all of them.
  params: z.object({ token: z.string().check(z.maxLength(500)) }),
  response: nothing,
});
