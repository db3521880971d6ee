// Reads the words of a text that somebody sent us.
import { plainText } from "#contract/typed-words.ts";

/** No text message is longer. What follows is a quoted history, and nothing is matched before this cut. */
const maxReadLength = 1_600;

/** Digits of any form become "1", letters lose case and accents, and emoji their skin tones and invisible parts. */
export const foldWords = (words: string): string =>
  plainText(words.slice(0, maxReadLength))
    .normalize("NFKD")
    .replace(/\p{M}|\p{Emoji_Modifier}/gu, "")
    .replace(/[‘’ʼ`´]/g, "'")
    .toLowerCase();

/** The first line of what a phone or a mail app adds below the words. */
const belowWords = /^(?:["“„«>]|--|__|sent from |get outlook |on .* wrote:|from: |-+ ?original message)/;

/** The lines that the person typed, without empty ones, signatures of apps and quoted history. */
export function receivedLines(words: string): string[] {
  const lines = foldWords(words)
    .split(/[\n\r\u2028\u2029]/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const end = lines.findIndex((line, place) => place > 0 && belowWords.test(line));
  return end === -1 ? lines : lines.slice(0, end);
}
