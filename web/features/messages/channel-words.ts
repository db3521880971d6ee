// The names of each channel on the screens.
import type { Channel } from "#contract/messages.ts";
import type { Refusal } from "#contract/reachability.ts";

export interface ChannelWords {
  /** Names a person's contact method. The number of devices matters if the addresses are devices. */
  name: (devices: number) => string;
  /** The label of this channel in a person's own reminders. */
  toMe: string;
  /** The label of this channel in a step of the escalation plan. */
  toHelpers: string;
  /**
   * What a step does over this channel, before the names of other channels and of the recipient: "text" and "e-mail
   * Anna".
   */
  verb: string;
  /** The object of the verb: the recipient, or something that belongs to them. */
  object: (recipient: string) => string;
  /** Its messages: "text" and "texts". */
  message: string;
  messages: string;
  /** How a message was sent: "by text". */
  by: string;
  cameBy: string;
  /** The first step for a person without an address. */
  howToOpen: string;
  /** What a person without an address is missing, and the same for everybody. */
  missing: readonly [what: string, none: string];
  /** Refusals that need different words for this channel. */
  refusals?: Partial<Record<Refusal, string>>;
}

export const channelWords: Readonly<Record<Channel, ChannelWords>> = {
  push: {
    name: (devices) => (devices === 0 ? "App" : `App on ${devices} ${devices === 1 ? "device" : "devices"}`),
    toMe: "Message on my devices",
    toHelpers: "Alert from the app, on their devices",
    verb: "alert",
    object: (recipient) => `${recipient}'s app`,
    message: "message to devices",
    messages: "messages to devices",
    by: "in the app",
    cameBy: "through the app",
    howToOpen: "For messages on a device, please turn them on there first.",
    missing: ["not turned on messages on a device", "turned on messages on a device"],
  },
  ntfy: {
    name: () => "ntfy",
    toMe: "Message in the ntfy app",
    toHelpers: "Message in the ntfy app",
    verb: "message",
    object: (recipient) => `${recipient} by ntfy`,
    message: "message by ntfy",
    messages: "messages by ntfy",
    by: "by ntfy",
    cameBy: "by ntfy",
    howToOpen: "For a message by ntfy, please turn it on in “Me” first, under “More”.",
    missing: ["not turned on messages by ntfy", "turned on messages by ntfy"],
  },
  apprise: {
    name: () => "Apprise",
    toMe: "Message through Apprise",
    toHelpers: "Message through Apprise",
    verb: "message",
    object: (recipient) => `${recipient} through Apprise`,
    message: "message through Apprise",
    messages: "messages through Apprise",
    by: "through Apprise",
    cameBy: "through Apprise",
    howToOpen: "For a message through Apprise, please add your address in “Me” first, under “More”.",
    missing: ["not added an Apprise address", "added an Apprise address"],
  },
  sms: {
    name: () => "Text messages",
    toMe: "Text message",
    toHelpers: "Text message",
    verb: "text",
    object: (recipient) => recipient,
    message: "text",
    messages: "texts",
    by: "by text",
    cameBy: "as a text",
    howToOpen: "For a text, please add your phone number first.",
    missing: ["no phone number", "a phone number"],
    refusals: { unknown: "refused, this number doesn't exist" },
  },
  email: {
    name: () => "E-mail",
    toMe: "E-mail",
    toHelpers: "E-mail",
    verb: "e-mail",
    object: (recipient) => recipient,
    message: "e-mail",
    messages: "e-mails",
    by: "by e-mail",
    cameBy: "by e-mail",
    howToOpen: "For an e-mail, please add your address first.",
    missing: ["no e-mail address", "an e-mail address"],
  },
  call: {
    name: () => "Phone calls",
    toMe: "Phone call",
    toHelpers: "Phone call, answered by a key",
    verb: "call",
    object: (recipient) => recipient,
    message: "call",
    messages: "calls",
    by: "by a call",
    cameBy: "as a call",
    howToOpen: "For a call, please add your phone number first.",
    missing: ["not turned on phone calls", "turned on phone calls"],
    refusals: { unknown: "refused, this number doesn't exist" },
  },
};
