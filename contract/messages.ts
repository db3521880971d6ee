import * as z from "zod/mini";
import { channels } from "./channels.ts";
import { endpoint } from "./endpoint.ts";
import { cleanText } from "./text.ts";
import { Id, IdParams, Instant, maxTyped, nothing } from "./values.ts";

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

/** Where a person gets messages by way of Apprise, https://appriseit.com. */
export const AppriseAddress = z.object({
  /** Whether this server has an Apprise server. */
  isPossible: z.boolean(),
  /** What a person recognizes their address by. The address itself holds a password and is never sent back. */
  shown: z.nullable(
    z.object({
      /** The name of the service, such as Telegram. */
      service: z.string(),
      /** How the address begins and ends. */
      ends: z.string(),
    }),
  ),
});
export type AppriseAddress = z.output<typeof AppriseAddress>;

const noAppriseAddress = "Please enter an Apprise address, such as tgram://bottoken/chatid";

export const NewAppriseAddress = z.strictObject({
  url: z
    .string(noAppriseAddress)
    .check(
      maxTyped(1_000, "Please use at most 1000 characters"),
      z.overwrite(cleanText),
      z.trim(),
      z.minLength(1, noAppriseAddress),
    ),
});
export type NewAppriseAddress = z.output<typeof NewAppriseAddress>;

export const getAppriseAddress = endpoint({
  method: "GET",
  path: "/api/apprise-address",
  access: "person",
  summary: "Whether you get messages by way of Apprise, and in which service",
  response: AppriseAddress,
});

export const setAppriseAddress = endpoint({
  method: "PUT",
  path: "/api/apprise-address",
  access: "person",
  summary: "Get messages by way of Apprise, at an address that takes the place of an earlier one",
  body: NewAppriseAddress,
  response: AppriseAddress,
});

export const deleteAppriseAddress = endpoint({
  method: "DELETE",
  path: "/api/apprise-address",
  access: "person",
  summary: "Stop messages by way of Apprise",
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
