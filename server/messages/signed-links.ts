// What stands in a link that needs no sign-in: a few numbers under the server's key. Nothing has to be kept for it.
import { timingSafeEqual } from "node:crypto";
import type { Secrets } from "#server/secrets.ts";

/** What its holder may do with it: one never stands in for another. */
export type Purpose =
  | "help-answer"
  | "help-receipt"
  | "notice-answer"
  | "notice-receipt"
  | "email"
  | "account-undo";

const numberBytes = 4;
const macBytes = 12;

/** Also of what does not stand in the link, so that it ends with that. */
function signatureOf(secrets: Secrets, purpose: Purpose, numbers: Buffer, about: string): Buffer {
  const signed = [purpose, numbers.toString("hex"), about].filter(Boolean).join(" ");
  return secrets.mac(signed).subarray(0, macBytes);
}

function bytesOf(number: number): Buffer {
  const bytes = Buffer.alloc(numberBytes);
  bytes.writeUInt32BE(number);
  return bytes;
}

/** With two numbers 27 characters, safe in a URL: it has to fit into a text message. */
export function sign(secrets: Secrets, purpose: Purpose, numbers: readonly number[], about = ""): string {
  const bytes = Buffer.concat(numbers.map(bytesOf));
  return Buffer.concat([bytes, signatureOf(secrets, purpose, bytes, about)]).toString("base64url");
}

function partsOf(token: string) {
  const bytes = Buffer.from(token, "base64url");
  const end = bytes.length - macBytes;
  const isWhole = end > 0 && end % numberBytes === 0;
  return isWhole ? { numbers: bytes.subarray(0, end), signature: bytes.subarray(end) } : undefined;
}

// Beyond it there is no id.
const largest = 2 ** 31 - 1;

/** The numbers that a token claims to hold; none where it cannot be ours. */
export function claimedBy(token: string): number[] {
  const { numbers = Buffer.alloc(0) } = partsOf(token) ?? {};
  const claimed = Array.from({ length: numbers.length / numberBytes }, (_, place) =>
    numbers.readUInt32BE(place * numberBytes),
  );
  return claimed.every((number) => number <= largest) ? claimed : [];
}

export function isSigned(secrets: Secrets, purpose: Purpose, token: string, about = ""): boolean {
  const parts = partsOf(token);
  return (
    parts !== undefined &&
    timingSafeEqual(parts.signature, signatureOf(secrets, purpose, parts.numbers, about))
  );
}
