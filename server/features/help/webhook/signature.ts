// Signs messages as https://www.standardwebhooks.com describes it.
import { createHmac, randomBytes } from "node:crypto";

const prefix = "whsec_";

export const newSecret = (): string => prefix + randomBytes(32).toString("base64");

interface Signed {
  readonly id: string;
  readonly at: Date;
  readonly body: string;
}

/** The headers that prove where a message is from and when it left. The id is the same for each attempt. */
export function signedHeaders(secret: string, { id, at, body }: Signed): Record<string, string> {
  const key = Buffer.from(secret.slice(prefix.length), "base64");
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
}
