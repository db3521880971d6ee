// Reads the links in messages.

/** The token of the link in the newest message that has one. */
export const tokenIn = (sent: readonly { text: string }[]): string =>
  sent.map(({ text }) => /to=([\w.~-]+)/.exec(text)?.[1]).findLast(Boolean) ?? "";
