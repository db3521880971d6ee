// A WebAuthn authenticator in software: it creates passkeys (ES256, no attestation) and signs with them.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import type {
  NewPasskey,
  NewPasskeyOptions,
  PasskeySignInOptions,
  SignedPasskey,
} from "#contract/accounts/passkeys.ts";

const sha256 = (bytes: string | Buffer) => createHash("sha256").update(bytes).digest();
const base64url = (bytes: string | Buffer) => Buffer.from(bytes).toString("base64url");

type Cbor = number | string | Buffer | Map<number | string, Cbor>;

function head(major: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(major << 5) | count]);
  if (count < 256) return Buffer.from([(major << 5) | 24, count]);
  return Buffer.from([(major << 5) | 25, count >> 8, count & 255]);
}

/** Encodes CBOR (RFC 8949), as far as WebAuthn needs it. */
function cbor(value: Cbor): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string")
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, each]) => [cbor(key), cbor(each)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

const flag = { present: 1, verified: 4, canBeBackedUp: 8, hasKey: 64 };

interface Overrides {
  /** The page's origin, as reported by the browser. */
  origin?: string;
  /** Whether the person unlocked the device. */
  isVerified?: boolean;
  counter?: number;
  rpId?: string;
}

interface Credential {
  id: Buffer;
  privateKey: KeyObject;
  publicKey: Buffer;
  userHandle: string;
}

function newCredential(userHandle: string): Credential {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const coordinates = [x, y].map((each) => Buffer.from(each, "base64url"));
  const cose: [number, Cbor][] = [
    [1, 2],
    [3, -7],
    [-1, 1],
    ...coordinates.map((each, index): [number, Cbor] => [-2 - index, each]),
  ];
  return { id: randomBytes(32), privateKey, publicKey: cbor(new Map(cose)), userHandle };
}

/** One person's device, on a page of this origin. */
export class Authenticator {
  readonly #origin: string;
  #credential: Credential | undefined;

  constructor(origin: string) {
    this.#origin = origin;
  }

  #data(rpId: string, { isVerified = true, counter = 0 }: Overrides, extraFlags = 0): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const flags = flag.present | flag.canBeBackedUp | (isVerified ? flag.verified : 0) | extraFlags;
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count]);
  }

  #clientData(type: string, challenge: string, { origin = this.#origin }: Overrides): string {
    return JSON.stringify({ type, challenge, origin, crossOrigin: false });
  }

  /** Creates a passkey and forgets the previous one. */
  make(options: NewPasskeyOptions, overrides: Overrides = {}): NewPasskey {
    this.#credential = newCredential(options.user.id);
    return this.offerAgain(options, overrides);
  }

  /** Offers the existing passkey as if it had just been created. */
  offerAgain({ challenge, rp }: NewPasskeyOptions, overrides: Overrides = {}): NewPasskey {
    const { id, publicKey } = this.#held();
    const length = Buffer.from([id.length >> 8, id.length & 255]);
    const data = this.#data(overrides.rpId ?? rp.id, overrides, flag.hasKey);
    const attestation: [string, Cbor][] = [
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", Buffer.concat([data, Buffer.alloc(16), length, id, publicKey])],
    ];
    return {
      id: base64url(id),
      clientDataJSON: base64url(this.#clientData("webauthn.create", challenge, overrides)),
      attestationObject: base64url(cbor(new Map(attestation))),
      transports: ["internal", "hybrid"],
    };
  }

  sign({ challenge, rpId }: PasskeySignInOptions, overrides: Overrides = {}): SignedPasskey {
    const { id, privateKey, userHandle } = this.#held();
    const clientData = this.#clientData("webauthn.get", challenge, overrides);
    const data = this.#data(overrides.rpId ?? rpId, overrides);
    return {
      id: base64url(id),
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(data),
      signature: base64url(sign("sha256", Buffer.concat([data, sha256(clientData)]), privateKey)),
      userHandle,
    };
  }

  #held(): Credential {
    if (!this.#credential) throw new Error("This authenticator has no passkey.");
    return this.#credential;
  }
}
