// VAPID (RFC 8292) tells a push service who sends a message.
import { createECDH } from "node:crypto";
import type webPush from "web-push";
import { hourMs } from "#contract/durations.ts";
import type { Secrets } from "#server/platform/secrets.ts";

export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** The keys are derived from one that servers of a database, and cells, share: a browser treats them as one. */
export function vapidKeys(secrets: Secrets): VapidKeys {
  const privateKey = secrets.sharedMac("web push");
  const curve = createECDH("prime256v1");
  curve.setPrivateKey(privateKey);
  return { publicKey: curve.getPublicKey("base64url"), privateKey: privateKey.toString("base64url") };
}

/** Signs once an hour for each push service instead of for each message. A signature is valid for twelve hours. */
export function signerFor(subject: string, { publicKey, privateKey }: VapidKeys) {
  const signed = new Map<string, string>();
  let freshUntil = 0;
  return ({ getVapidHeaders }: Pick<typeof webPush, "getVapidHeaders">, endpoint: string): string => {
    if (Date.now() > freshUntil) {
      signed.clear();
      freshUntil = Date.now() + hourMs;
    }
    return signed.getOrInsertComputed(
      new URL(endpoint).origin,
      (service) => getVapidHeaders(service, subject, publicKey, privateKey, "aes128gcm").Authorization,
    );
  };
}
