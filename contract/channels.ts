/**
 * The channels by which a message reaches people who are not looking at the app, in the order in which they are tried.
 */
export const channels = ["push", "ntfy", "sms", "email"] as const;

/**
 * What a message by each channel may cause. One that wakes somebody counts as writing to them, and waits for the end of quiet
 * hours. One that is paid for costs money, and counts against limits.
 */
export const channelTraits = {
  push: { wakes: false, isPaid: false },
  ntfy: { wakes: false, isPaid: false },
  sms: { wakes: true, isPaid: true },
  email: { wakes: true, isPaid: false },
} as const;
