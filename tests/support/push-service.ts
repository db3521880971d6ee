// A push service together with a browser behind it: it verifies the sender of a message (RFC 8292) and
// decrypts the content (RFC 8291).
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import type { PushSubscription } from "#server/platform/world.ts";
import { StandIn, useStandIn } from "./stand-in.ts";

export interface Pushed {
  headers: IncomingHttpHeaders;
  /** The claims that the sender signed: audience, subject and expiry. */
  claims: { aud: string; sub: string; exp: number };
  publicKey: string;
  payload: string;
}

function keyFrom(publicKey: string) {
  const point = Buffer.from(publicKey, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString("base64url"));
  return createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
}

/** Throws unless the signature was made with the key. */
function proveSender(authorization = ""): Pick<Pushed, "claims" | "publicKey"> {
  const [, token = "", publicKey = ""] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
  const [header = "", claims = "", signature = ""] = token.split(".");
  const key = { key: keyFrom(publicKey), dsaEncoding: "ieee-p1363" } as const;
  const isSigned = verify(
    "sha256",
    Buffer.from(`${header}.${claims}`),
    key,
    Buffer.from(signature, "base64url"),
  );
  if (!isSigned) throw new Error("The signature was not made with the key.");
  return { publicKey, claims: JSON.parse(Buffer.from(claims, "base64url").toString()) };
}

const derive = (secret: Buffer, salt: Buffer, words: Buffer | string, length: number) =>
  Buffer.from(hkdfSync("sha256", secret, salt, words, length));

class Browser {
  readonly #keys = createECDH("prime256v1");
  readonly #auth = randomBytes(16);
  readonly #point = this.#keys.generateKeys();

  get keys() {
    return { p256dh: this.#point.toString("base64url"), auth: this.#auth.toString("base64url") };
  }

  read(message: Buffer): string {
    const salt = message.subarray(0, 16);
    const end = 21 + (message[20] ?? 0);
    const sender = message.subarray(21, end);
    const words = Buffer.concat([Buffer.from("WebPush: info\0"), this.#point, sender]);
    const secret = derive(this.#keys.computeSecret(sender), this.#auth, words, 32);
    const key = derive(secret, salt, "Content-Encoding: aes128gcm\0", 16);
    const cipher = createDecipheriv(
      "aes-128-gcm",
      key,
      derive(secret, salt, "Content-Encoding: nonce\0", 12),
    );
    cipher.setAuthTag(message.subarray(-16));
    const padded = Buffer.concat([cipher.update(message.subarray(end, -16)), cipher.final()]);
    return padded.subarray(0, padded.lastIndexOf(2)).toString();
  }
}

export class PushService extends StandIn {
  readonly #browser = new Browser();
  #count = 0;
  /** Decrypted messages, oldest first. */
  readonly pushed: Pushed[] = [];
  answer = (response: ServerResponse): unknown => response.writeHead(201).end();

  protected async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    this.pushed.push({
      headers: request.headers,
      ...proveSender(request.headers.authorization),
      payload: this.#browser.read(body),
    });
    this.answer(response);
  }

  /** The subscription of a browser, with a new endpoint each time. */
  get subscription(): PushSubscription {
    this.#count += 1;
    return { endpoint: `${this.origin}/push/${this.#count}`, ...this.#browser.keys };
  }
}

export const usePushService = (): PushService => useStandIn(new PushService());
