// What strangers wrote, made fit to be shown as text.

// Signs that turn the direction of all that follows them.
const turning = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
// Calendars write their descriptions in HTML. Only what shapes text goes; anything else is shown as it was written.
const breaking = /<\/?(?:br|div|h[1-6]|li|ol|p|ul)\b[^<>]*>/gi;
const shaping = /<\/?(?:a|b|em|i|span|strong|u)\b[^<>]*>/gi;
const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };
const entity = /&(?:#(?<decimal>\d{2,6})|#x(?<hex>[\da-f]{2,5})|(?<name>amp|lt|gt|quot|apos|nbsp));/gi;

/** Many calendars come out of web pages, and have "Children&#8217;s hour" also where no HTML is allowed. */
const withLetters = (text: string): string =>
  text.replace(entity, (written, decimal?: string, hex?: string, name?: string) => {
    if (name) return entities[name.toLowerCase()] ?? written;
    const code = decimal ? Number(decimal) : Number.parseInt(hex ?? "", 16);
    return code > 0x10ffff ? written : String.fromCodePoint(code);
  });

function shortened(text: string, max: number): string {
  const letters = [...text];
  return letters.length <= max
    ? text
    : `${letters
        .slice(0, max - 1)
        .join("")
        .trimEnd()}…`;
}

/** One line without control characters, at most so many letters. */
export const line = (text: string, max: number): string =>
  shortened(
    withLetters(text)
      .toWellFormed()
      .replace(turning, "")
      .replace(/[\p{Cc}\s]+/gu, " ")
      .trim(),
    max,
  );

export const withoutShape = (html: string): string => html.replace(breaking, " ").replace(shaping, "");
