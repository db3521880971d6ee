/** Returns what an operator has typed as a query of PostgreSQL's text search: all of these words, each as a beginning. */
export const beginningsIn = (typed: string): string =>
  typed
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => `${word}:*`)
    .join(" & ");
