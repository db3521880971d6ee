// Proves that a question comes from the entrance or another cell. It works for a minute, at one cell.
import { createHash, createHmac } from "node:crypto";
import { minuteMs } from "#contract/durations.ts";
import { isSameSecret, randomCode } from "#server/platform/secrets.ts";

export const signatureHeader = "x-porchlight-signature";

export interface Question {
  /** The address of the cell. */
  readonly origin: string;
  readonly method: string;
  readonly path: string;
  /** The digest of the body, so that a stranger is refused before the body is read. */
  readonly digest: string;
}

/** The value of the header `content-digest` (RFC 9530). */
export const digestOf = (body: string | Buffer): string =>
  `sha-256=:${createHash("sha256").update(body).digest("base64")}:`;

const macOf = (
  secret: string,
  { origin, method, path, digest }: Question,
  time: string,
  id: string,
): string =>
  createHmac("sha256", secret)
    .update([time, id, method, origin + path, digest].join("\n"))
    .digest("base64url");

/** The value of the header. Two equal questions have different ones. */
export function signatureOf(secret: string, question: Question, at: Date): string {
  const [time, id] = [String(at.getTime()), randomCode()];
  return `${time}.${id}.${macOf(secret, question, time, id)}`;
}

export function isSigned(secret: string, question: Question, signature: string, now: Date): boolean {
  const [, time, id, mac] = /^(\d+)\.([\w-]+)\.([\w-]+)$/.exec(signature) ?? [];
  if (!time || !id || !mac || Math.abs(now.getTime() - Number(time)) > minuteMs) return false;
  return isSameSecret(mac, macOf(secret, question, time, id));
}
