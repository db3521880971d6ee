// How the screens call each channel.
import type { Channel } from "#contract/messages.ts";
import type { Refusal } from "#contract/reachability.ts";

export interface ChannelWords {
  /** A contact method of somebody; the number of devices counts where the addresses are devices. */
  name: (devices: number) => string;
  /** One of the choices in a person's reminders. */
  toMe: string;
  /** One of the choices in a step of the escalation plan. */
  toHelpers: string;
  /** What a step does, before the names of other channels and of its recipient: "text" and "e-mail Anna". */
  verb: string;
  /** What the verb is done to: the recipient, or something of theirs. */
  object: (recipient: string) => string;
  /** Its messages: "texts". */
  messages: string;
  /** How one of them has come to its reader, or went to somebody else: "by text". */
  by: string;
  cameBy: string;
  /** What a person without an address does first. */
  howToOpen: string;
  /** What somebody without an address does not have, and what nobody has. */
  missing: readonly [what: string, none: string];
  /** Refusals that have other words here. */
  refusals?: Partial<Record<Refusal, string>>;
}

export const channelWords: Readonly<Record<Channel, ChannelWords>> = {
  push: {
    name: (devices) => (devices === 0 ? "App" : `App on ${devices} ${devices === 1 ? "device" : "devices"}`),
    toMe: "Message on my devices",
    toHelpers: "Alert from the app, on their devices",
    verb: "alert",
    object: (recipient) => `${recipient}'s app`,
    messages: "messages to devices",
    by: "in the app",
    cameBy: "through the app",
    howToOpen: "For messages on a device, please turn them on there first.",
    missing: ["not turned on messages on a device", "turned on messages on a device"],
  },
  sms: {
    name: () => "Text messages",
    toMe: "Text message",
    toHelpers: "Text message",
    verb: "text",
    object: (recipient) => recipient,
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
    messages: "e-mails",
    by: "by e-mail",
    cameBy: "by e-mail",
    howToOpen: "For an e-mail, please add your address first.",
    missing: ["no e-mail address", "an e-mail address"],
  },
};
