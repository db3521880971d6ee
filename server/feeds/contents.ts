// What came from an address: a calendar's text, or the reason why it is none.
import type { Fetched } from "./fetching.ts";
import { Unreadable } from "./unreadable.ts";

function decoderFor(contentType: string): TextDecoder {
  const [, charset = "utf-8"] = /charset="?([\w-]+)/i.exec(contentType) ?? [];
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}

const isPage = (text: string): boolean => /^\s*<(?:!doctype|html|head|body|\?xml)/i.test(text);

function isSignIn(text: string, { hostname, pathname }: URL): boolean {
  const isDoor =
    /^(?:accounts|login|signin|auth)\./i.test(hostname) || /(?:log|sign)-?_?in\b/i.test(pathname);
  return isDoor || /<input[^>]+type\s*=\s*["']?password/i.test(text);
}

export function calendarText({ bytes, contentType, address }: Fetched): string {
  const text = decoderFor(contentType).decode(bytes);
  if (!isPage(text)) return text;
  throw new Unreadable(isSignIn(text, address) ? "sign-in" : "not-a-calendar");
}
