// What an operator types to find a name, as queries of PostgreSQL's text search.

const wordsIn = (typed: string): string[] => typed.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean);

/** Names with all of these words. */
export const wholeWords = (typed: string): string => wordsIn(typed).join(" & ");

/** Names with words that begin like all of these. */
export const beginnings = (typed: string): string =>
  wordsIn(typed)
    .map((word) => `${word}:*`)
    .join(" & ");
