// What strangers wrote, made fit to be shown as text.

// Signs that turn the direction of all that follows them.
const turning = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
// Calendars write their descriptions in HTML. Only what shapes text goes; anything else is shown as it was written.
const breaking = /<\/?(?:br|div|h[1-6]|li|ol|p|ul)\b[^<>]*>/gi;
const shaping = /<\/?(?:a|b|em|i|span|strong|u)\b[^<>]*>/gi;
const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " };

function shortened(text: string, most: number): string {
  const letters = [...text];
  return letters.length <= most
    ? text
    : `${letters
        .slice(0, most - 1)
        .join("")
        .trimEnd()}…`;
}

/** One line without control characters, at most so many letters. */
export const line = (text: string, most: number): string =>
  shortened(
    text
      .toWellFormed()
      .replace(turning, "")
      .replace(/[\p{Cc}\s]+/gu, " ")
      .trim(),
    most,
  );

export const withoutShape = (html: string): string =>
  html
    .replace(breaking, " ")
    .replace(shaping, "")
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? "");
