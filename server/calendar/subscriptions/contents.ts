// What came from an address: a calendar's text, or the reason why it is none.
import type { Fetched } from "./fetcher.ts";
import { Unreadable } from "./unreadable.ts";

/** Lines are folded by bytes, also in the middle of a letter: they are put together before they are read as letters. */
const unfolded = (bytes: Buffer): Buffer =>
  Buffer.from(bytes.toString("latin1").replace(/(?:\r\n?|\n)[ \t]/g, ""), "latin1");

function decoderFor(contentType: string): TextDecoder {
  const [, charset = "utf-8"] = /charset="?([\w-]+)/i.exec(contentType) ?? [];
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}

const count = (text: string, signs: RegExp): number => text.match(signs)?.length ?? 0;

/** Many say nothing of their letters, or the wrong thing: UTF-8 in which most letters beyond English are none. */
function lettersOf(bytes: Buffer, contentType: string): string {
  const decoder = decoderFor(contentType);
  const text = decoder.decode(decoder.encoding === "utf-8" ? unfolded(bytes) : bytes);
  const isOther = text.includes("\ufffd") && count(text, /\ufffd/g) > count(text, /[^\0-\x7f\ufffd]/g);
  return isOther ? new TextDecoder("windows-1252").decode(bytes) : text;
}

const isPage = (text: string): boolean => /^\s*<(?:!doctype|html|head|body|\?xml)/i.test(text);

function isSignIn(text: string, { hostname, pathname }: URL): boolean {
  const isDoor =
    /^(?:accounts|login|signin|auth)\./i.test(hostname) || /(?:log|sign)-?_?in\b/i.test(pathname);
  return isDoor || /<input\b[^>]{1,300}\btype\s?=\s?["']?password/i.test(text.slice(0, 50_000));
}

export function calendarText({ bytes, contentType, address }: Fetched): string {
  const text = lettersOf(bytes, contentType);
  if (!isPage(text)) return text;
  throw new Unreadable(isSignIn(text, address) ? "sign-in" : "not-a-calendar");
}
