const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * The beginning of a text of at most `max` UTF-16 units, without half an emoji or a letter that lost its accent. A sign that is
 * longer than all of that is cut between its code points.
 */
export function beginningOf(text: string, max: number): string {
  if (text.length <= max) return text;
  let end = 0;
  // The next code point decides whether the last sign ends there.
  for (const { index, segment } of graphemes.segment(text.slice(0, max + 2))) {
    if (index + segment.length > max) break;
    end = index + segment.length;
  }
  const isSplit = /[\ud800-\udbff]/.test(text[max - 1] ?? "");
  return text.slice(0, end || (isSplit ? max - 1 : max));
}

/** The text, or its beginning and an ellipsis. */
export const shortened = (text: string, max: number): string =>
  text.length <= max ? text : `${beginningOf(text, max - 1).trimEnd()}…`;
