// People may type all scripts and emoji, but no hidden characters, and names may contain no addresses.

/** Scripts in which letters never need a joiner. */
const unjoined = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}]\p{M}*$/u;

const isJoiner = (sign: string): boolean => sign === "\u200C" || sign === "\u200D";
const isTag = (sign: string): boolean => /[\u{E0020}-\u{E007F}]/u.test(sign);
const isEmojiStyle = (sign: string): boolean => sign === "\uFE0E" || sign === "\uFE0F";

function joins(sign: string, before: string, after: string): boolean {
  const isInWord = /[\p{L}\p{M}]$/u.test(before) && /^\p{L}/u.test(after) && !unjoined.test(before);
  const isInEmoji =
    /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier})\uFE0F?$/u.test(before) &&
    /^\p{Extended_Pictographic}/u.test(after);
  return isInWord || (sign === "\u200D" && isInEmoji);
}

/** Some invisible characters belong to their surroundings: a word, an emoji, a flag, a Han character. */
function isNeeded(sign: string, before: string, after: string): boolean {
  if (isJoiner(sign)) return joins(sign, before, after);
  if (isTag(sign)) return /\u{1F3F4}[\u{E0020}-\u{E007F}]*$/u.test(before);
  if (!/\p{Variation_Selector}/u.test(sign)) return false;
  if (/[\d#*]$/.test(before)) return after.startsWith("\u20E3");
  return isEmojiStyle(sign) ? /\p{Emoji}$/u.test(before) : /\p{Script=Han}$/u.test(before);
}

/** Removes characters that show nothing, including bidirectional controls. */
export const cleanText = (text: string): string =>
  text
    .replace(/[\p{Zl}\p{Zp}]/gu, " ")
    .replace(/[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu, (sign, at: number) =>
      isNeeded(sign, text.slice(0, at), text.slice(at + sign.length)) ? sign : "",
    );

// Phones turn these into links even without "https://".
const endings =
  "com|net|org|info|biz|edu|gov|io|co|ai|app|dev|xyz|link|site|online|shop|store|top|club|live|page|click|me|tv|ly|gl|gg|us|uk|ca|de|fr|es|it|nl|pl|ch|at|eu|ru|cn|in|br|jp|kr|au|tk|ml|ga|cf";

const address = new RegExp(
  [
    "[a-z][a-z\\d+.-]*:\\/\\/\\S*",
    "\\b(?:https?|ftp|mailto|tel|sms|javascript|data):\\S*",
    "\\bwww\\.\\S*",
    "[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}.@-]*\\.\\p{L}{2,}[/?#:]\\S*",
    `[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}.@-]*\\.(?:${endings})(?![\\p{L}\\p{M}\\p{N}.-])`,
    "\\b\\d{1,3}(?:\\.\\d{1,3}){3}\\b\\S*",
  ].join("|"),
  "giu",
);

/** Browsers read wide letters and ideographic full stops in an address like ordinary ones. */
const asBrowsersRead = (text: string): string => text.normalize("NFKC").replaceAll("\u3002", ".");

/** Whether a phone would turn a part of the text into a link. */
export const hasAddress = (text: string): boolean => asBrowsersRead(text).search(address) >= 0;

/** Cleans text that comes from elsewhere and cannot be refused. */
export function withoutAddresses(text: string): string {
  const clean = cleanText(text);
  return hasAddress(clean) ? asBrowsersRead(clean).replace(address, "…") : clean;
}
