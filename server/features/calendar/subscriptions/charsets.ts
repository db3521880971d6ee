// Decodes the bytes of a calendar. Many servers declare no encoding or a wrong one, so the bytes themselves count first.

/** Lines are folded by bytes, even within a letter, so they are joined before they are decoded. */
const unfolded = (bytes: Buffer): Buffer =>
  Buffer.from(bytes.toString("latin1").replace(/(?:\r\n?|\n)[ \t]/g, ""), "latin1");

const count = (text: string, signs: RegExp): number => text.match(signs)?.length ?? 0;

/** In another encoding, most letters beyond English would be invalid. */
const isReadable = (text: string): boolean =>
  !text.includes("\ufffd") || count(text, /\ufffd/g) <= count(text, /[^\0-\x7f\ufffd]/g);

/** In UTF-16 every other byte of English is zero. A calendar begins in English. */
function sixteenBitsIn([first, second]: Buffer): string | undefined {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (second === 0 && first !== 0) return "utf-16le";
  return first === 0 && second !== undefined && second !== 0 ? "utf-16be" : undefined;
}

function decoderFor(charset: string | undefined): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}

/** UTF-8 if that makes sense of the bytes, otherwise the declared encoding, and Windows-1252 if that is UTF-8 or none. */
export function decodedText(bytes: Buffer, charset: string | undefined): string {
  const sixteenBits = sixteenBitsIn(bytes);
  if (sixteenBits) return new TextDecoder(sixteenBits).decode(bytes);
  const declared = decoderFor(charset);
  // Its bytes are those of ASCII, which is UTF-8 as well.
  if (declared.encoding === "iso-2022-jp") return declared.decode(bytes);
  const text = new TextDecoder().decode(unfolded(bytes));
  if (isReadable(text)) return text;
  return (declared.encoding === "utf-8" ? new TextDecoder("windows-1252") : declared).decode(bytes);
}
