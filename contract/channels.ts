/**
 * The channels by which a message reaches people who are not looking at the app, in the order in which they are tried.
 */
export const channels = ["push", "sms", "email"] as const;

/**
 * What a message by each channel may cause, and whether it has room for a page with pictures. One that wakes somebody counts
 * as writing to them, and waits for the end of quiet hours. One that is paid for costs money, and counts against limits.
 */
export const channelTraits = {
  push: { wakes: false, isPaid: false, hasRoom: false },
  sms: { wakes: true, isPaid: true, hasRoom: false },
  email: { wakes: true, isPaid: false, hasRoom: true },
} as const;
