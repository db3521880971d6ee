// What stands in the links of a message: which delivery it was, under the server's key. Nothing has to be kept for it.
import { timingSafeEqual } from "node:crypto";
import type { Secrets } from "../../secrets.ts";

/** "answer" lets its holder say "I'll help", "receipt" only that the message arrived. */
type Purpose = "answer" | "receipt";

export interface DeliveryKey {
  readonly family_id: number;
  readonly id: number;
}

const keyBytes = 8;
const macBytes = 12;

const signatureOf = (secrets: Secrets, purpose: Purpose, key: Buffer): Buffer =>
  secrets.mac(`help-${purpose} ${key.toString("hex")}`).subarray(0, macBytes);

/** 27 characters, safe in a URL: it has to fit into a text message. */
export function tokenFor(secrets: Secrets, purpose: Purpose, { family_id, id }: DeliveryKey): string {
  const key = Buffer.alloc(keyBytes);
  key.writeUInt32BE(family_id, 0);
  key.writeUInt32BE(id, 4);
  return Buffer.concat([key, signatureOf(secrets, purpose, key)]).toString("base64url");
}

export function readToken(secrets: Secrets, purpose: Purpose, token: string): DeliveryKey | undefined {
  const bytes = Buffer.from(token, "base64url");
  if (bytes.length !== keyBytes + macBytes) return undefined;
  const key = bytes.subarray(0, keyBytes);
  if (!timingSafeEqual(bytes.subarray(keyBytes), signatureOf(secrets, purpose, key))) return undefined;
  return { family_id: key.readUInt32BE(0), id: key.readUInt32BE(4) };
}
