// People may type all scripts and emoji, but no hidden characters, and names may contain no addresses.

/** Scripts in which letters never need a joiner. */
const unjoined = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}]\p{M}*$/u;

const isJoiner = (sign: string): boolean => sign === "\u200C" || sign === "\u200D";
const isTag = (sign: string): boolean => /[\u{E0020}-\u{E007F}]/u.test(sign);
const isEmojiStyle = (sign: string): boolean => sign === "\uFE0E" || sign === "\uFE0F";

function joins(sign: string, before: string, after: string): boolean {
  const isInWord = /\p{L}\p{M}*$/u.test(before) && /^\p{L}/u.test(after) && !unjoined.test(before);
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

/** No letter has so many accents, and no flag so many tags. Looking further back takes too long in a long text. */
const lookBack = 24;

/** Removes characters that show nothing, including bidirectional controls. */
export const cleanText = (text: string): string =>
  text
    .replace(/[\p{Zl}\p{Zp}]/gu, " ")
    .replace(/[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu, (sign, at: number) => {
      const end = at + sign.length;
      return isNeeded(sign, text.slice(Math.max(0, at - lookBack), at), text.slice(end, end + 2)) ? sign : "";
    });

// Phones turn these into links even without "https://".
const endings =
  /^(?:com|net|org|info|biz|edu|gov|io|co|ai|app|dev|xyz|link|site|online|shop|store|top|club|live|page|click|me|tv|ly|gl|gg|us|uk|ca|de|fr|es|it|nl|pl|ch|at|eu|ru|cn|in|br|jp|kr|au|tk|ml|ga|cf)$/i;

/** Initials and short forms that people write before a surname without a space: "J.de Groot", "Dr.Page". */
const shortForm =
  /^(?:-?\p{L}\p{M}*|dr|drs|mr|mrs|ms|prof|ing|ir|fr|sr|jr|st|ste|sra|dra|mme|mlle|fam|th|ch|chr|ph|joh|jac|wm)$/iu;
/** Small words at the start of a surname that are endings of web addresses too. */
const particle = /^(?:de|in)$/i;
const afterParticle = /^\s+['’\p{L}]/u;
/** Endings that are surnames too, such as Page and Au. They have a capital letter. */
const surname = /^(?:Ai|App|At|Au|Br|Ch|Club|Es|Ga|In|It|Link|Live|Me|Page|Pl|Shop|Store|Top)$/;

const isSurnameAfter = (forms: readonly string[], last: string, after: string): boolean =>
  forms.every((form) => shortForm.test(form)) &&
  (surname.test(last) || (particle.test(last) && afterParticle.test(after)));

/** Whether a part of a word is the name of a website, going by its ending. */
function isSite(part: string, after: string): boolean {
  const labels = part.split(".").filter(Boolean);
  const last = labels.at(-1) ?? "";
  const isEnded = labels.length > 1 && endings.test(last);
  return isEnded && !isSurnameAfter(labels.slice(0, -1), last, after);
}

const scheme = /\b(?:https?|ftp|mailto|tel|sms|javascript|data)$/i;
const longestScheme = "javascript".length;
const host = /\bwww\.|\b\d{1,3}(?:\.\d{1,3}){3}\b/i;
/** A path, a query, an anchor or a port. */
const goesOn = /^(?:\/|[?#]\S|:\d)/;
const hasEnding = (word: string): boolean => /^\p{L}{2,}$/u.test(word.slice(word.lastIndexOf(".") + 1));

/** Whether a word begins an address that ends at the next space. */
function beginsAddress(word: string, after: string): boolean {
  if (after.startsWith("://")) return true;
  if (after.startsWith(":") && scheme.test(word.slice(-longestScheme - 1))) return true;
  if (host.test(word)) return true;
  return word.includes(".", 1) && goesOn.test(after) && hasEnding(word);
}

/** Returns where an address ends that begins with this word. */
function endOfAddress(text: string, word: string, at: number): number | undefined {
  const end = at + word.length;
  const after = text.slice(end, end + 8);
  if (beginsAddress(word, after)) {
    const space = text.slice(end).search(/\s/);
    return space < 0 ? text.length : end + space;
  }
  const isNamed = word.split("@").some((part, _, parts) => isSite(part, parts.length > 1 ? "" : after));
  return isNamed ? end : undefined;
}

/** Looks at each word once, and not again from each of its letters, so that a long text takes no longer than its length. */
function addressesIn(text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  let last = 0;
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{M}\p{N}.@-]+/gu)) {
    const end = index < last ? undefined : endOfAddress(text, word, index);
    if (end === undefined) continue;
    found.push({ start: index, end });
    last = end;
  }
  return found;
}

/** Browsers read wide letters and ideographic full stops in an address like ordinary ones. */
const asBrowsersRead = (text: string): string => text.normalize("NFKC").replaceAll("\u3002", ".");

/** Whether a phone would turn a part of the text into a link. */
export const hasAddress = (text: string): boolean => addressesIn(asBrowsersRead(text)).length > 0;

/** Cleans text that comes from elsewhere and cannot be refused. */
export function withoutAddresses(text: string): string {
  const clean = cleanText(text);
  const read = asBrowsersRead(clean);
  const found = addressesIn(read);
  if (found.length === 0) return clean;
  const kept = found.map(({ start }, place) => read.slice(found[place - 1]?.end ?? 0, start));
  return [...kept, read.slice(found.at(-1)?.end)].join("…");
}
