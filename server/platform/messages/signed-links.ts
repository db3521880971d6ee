// A signed link needs no sign-in and nothing stored: it carries a few numbers under the server's key, or under the one
// that all cells share.
import { timingSafeEqual } from "node:crypto";
import type { Secrets } from "#server/platform/secrets.ts";

/** The purpose of a link. A link for one purpose is never valid for another. */
export type Purpose =
  | "message-answer"
  | "message-receipt"
  | "email"
  | "account-undo"
  | "family-deletion"
  | "letter-stop";

const macBytes = 12;

/** `about` is covered by the signature without being in the link, so that the link ends when it changes. */
function signatureOf(mac: Secrets["sharedMac"], purpose: Purpose, numbers: Buffer, about: string): Buffer {
  const signed = [purpose, numbers.toString("hex"), about].filter(Boolean).join(" ");
  return mac(signed).subarray(0, macBytes);
}

/** Encodes a number with seven bits in each byte, the lowest first (LEB128), so that small numbers make short links. */
function bytesOf(number: number): number[] {
  const bytes: number[] = [];
  for (let rest = number; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest % 128) + 128);
  }
}

function numbersIn(bytes: Buffer): number[] {
  const numbers: number[] = [];
  let [number, factor] = [0, 1];
  for (const byte of bytes) {
    number += (byte % 128) * factor;
    factor *= 128;
    if (byte >= 128) continue;
    numbers.push(number);
    [number, factor] = [0, 1];
  }
  const isWhole = factor === 1 && numbers.every(Number.isSafeInteger);
  return isWhole ? numbers : [];
}

/** A token that is safe in a URL. With two numbers it is about 27 characters, because it has to fit into a text message. */
export function sign(secrets: Secrets, purpose: Purpose, numbers: readonly number[], about = ""): string {
  const bytes = Buffer.from(numbers.flatMap(bytesOf));
  return Buffer.concat([bytes, signatureOf(secrets.sharedMac, purpose, bytes, about)]).toString("base64url");
}

function partsOf(token: string) {
  const bytes = Buffer.from(token, "base64url");
  const end = bytes.length - macBytes;
  return end > 0 ? { numbers: bytes.subarray(0, end), signature: bytes.subarray(end) } : undefined;
}

// The first id is a person's, which PostgreSQL stores as an integer, so larger numbers are refused. The other ids are
// bigint.
const maxPersonId = 2 ** 31 - 1;

/** The ids that a token claims to hold before its signature is checked, or none when it cannot be one of ours. */
export function claimedBy(token: string): number[] {
  const claimed = numbersIn(partsOf(token)?.numbers ?? Buffer.alloc(0));
  const [personId = 0] = claimed;
  return personId <= maxPersonId ? claimed : [];
}

/** A link from before the server shared a key with other cells is signed with its own. */
export function isSigned(secrets: Secrets, purpose: Purpose, token: string, about = ""): boolean {
  const parts = partsOf(token);
  return (
    parts !== undefined &&
    [secrets.sharedMac, secrets.mac].some((mac) =>
      timingSafeEqual(parts.signature, signatureOf(mac, purpose, parts.numbers, about)),
    )
  );
}

/** Returns the numbers in a token that this server or another cell signed, otherwise none. */
export const signedNumbers = (secrets: Secrets, purpose: Purpose, token: string): number[] =>
  isSigned(secrets, purpose, token) ? numbersIn(partsOf(token)?.numbers ?? Buffer.alloc(0)) : [];
