// What stands in the links of a message: which deliveries it was, under the server's key. Nothing has to be kept for it.
import { timingSafeEqual } from "node:crypto";
import type { Secrets } from "../../secrets.ts";

/** "answer" lets its holder say "I'll help", "receipt" only that the message arrived. */
type Purpose = "answer" | "receipt";

export interface DeliveryKey {
  readonly family_id: number;
  readonly id: number;
}

const idBytes = 4;
const macBytes = 12;

const signatureOf = (secrets: Secrets, purpose: Purpose, keys: Buffer): Buffer =>
  secrets.mac(`help-${purpose} ${keys.toString("hex")}`).subarray(0, macBytes);

const numberBytes = (number: number): Buffer => {
  const bytes = Buffer.alloc(idBytes);
  bytes.writeUInt32BE(number);
  return bytes;
};

/** Of deliveries in one family. Of one: 27 characters, safe in a URL, since it has to fit into a text message. */
export function tokenFor(secrets: Secrets, purpose: Purpose, deliveries: readonly DeliveryKey[]): string {
  const numbers = [deliveries[0]?.family_id ?? 0, ...deliveries.map(({ id }) => id)];
  const keys = Buffer.concat(numbers.map(numberBytes));
  return Buffer.concat([keys, signatureOf(secrets, purpose, keys)]).toString("base64url");
}

/** None where the token is not ours. */
export function readToken(secrets: Secrets, purpose: Purpose, token: string): DeliveryKey[] {
  const bytes = Buffer.from(token, "base64url");
  const end = bytes.length - macBytes;
  if (end < 2 * idBytes || end % idBytes !== 0) return [];
  const keys = bytes.subarray(0, end);
  if (!timingSafeEqual(bytes.subarray(end), signatureOf(secrets, purpose, keys))) return [];
  const family_id = keys.readUInt32BE(0);
  return Array.from({ length: end / idBytes - 1 }, (_, place) => ({
    family_id,
    id: keys.readUInt32BE((place + 1) * idBytes),
  }));
}
