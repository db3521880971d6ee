/**
 * The channels by which a message reaches people who are not looking at the app, in the order in which they are tried.
 */
export const channels = ["push", "ntfy", "apprise", "sms", "email", "call"] as const;

/**
 * What a message by each channel may cause, and whether it has room for a page with pictures. One that wakes somebody counts
 * as writing to them, and waits for the end of quiet hours. One that is paid for costs money, and counts against limits. One
 * that is optional is not missed where there is none. One that is spoken is used for messages that have spoken words, and only
 * where a plan or a person asks for it.
 */
export const channelTraits = {
  push: { wakes: false, isPaid: false, isOptional: false, hasRoom: false, isSpoken: false },
  ntfy: { wakes: false, isPaid: false, isOptional: true, hasRoom: false, isSpoken: false },
  apprise: { wakes: false, isPaid: false, isOptional: true, hasRoom: false, isSpoken: false },
  sms: { wakes: true, isPaid: true, isOptional: false, hasRoom: false, isSpoken: false },
  email: { wakes: true, isPaid: false, isOptional: false, hasRoom: true, isSpoken: false },
  call: { wakes: true, isPaid: true, isOptional: true, hasRoom: false, isSpoken: true },
} as const;

type Channel = (typeof channels)[number];

/** The channels that people read about on a server that has providers for these. */
export const shownChannels = (open: readonly Channel[]): Channel[] =>
  channels.filter((channel) => !channelTraits[channel].isOptional || open.includes(channel));

/** The channels for everything that is written. */
export const writtenChannels = channels.filter((channel) => !channelTraits[channel].isSpoken);
