// The passphrase part of the age format (https://age-encryption.org/v1, "The scrypt recipient type") by Node's own
// scrypt: it blocks no other work, and gives its 128 MB back at once. The rest of the format is age-encryption's.
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from "node:crypto";
import { promisify } from "node:util";
import { type Identity, type Recipient, Stanza } from "age-encryption";

type ScryptOptions = { N: number; r: number; p: number; maxmem: number };
const deriveBytes = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** The least that OWASP recommends. The program age takes twice the memory by default. */
const logN = 17;
/** As high as the program age writes by itself. A damaged number must not ask for all of the memory. */
const maxLogN = 18;

const label = Buffer.from("age-encryption.org/v1/scrypt");
const saltBytes = 16;
const tagBytes = 16;
const algorithm = "chacha20-poly1305";
const zeroNonce = Buffer.alloc(12);

function deriveKey(passphrase: string, salt: Buffer, workFactor: number): Promise<Buffer> {
  const [N, r] = [2 ** workFactor, 8];
  return deriveBytes(passphrase, Buffer.concat([label, salt]), 32, { N, r, p: 1, maxmem: 2 * 128 * N * r });
}

/** Lets whoever knows the passphrase open the file. */
export const recipientOf = (passphrase: string): Recipient => ({
  async wrapFileKey(fileKey) {
    const salt = randomBytes(saltBytes);
    const key = await deriveKey(passphrase, salt, logN);
    const cipher = createCipheriv(algorithm, key, zeroNonce, { authTagLength: tagBytes });
    const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()]);
    return [new Stanza(["scrypt", salt.toString("base64").replace(/=+$/, ""), String(logN)], body)];
  },
});

async function unwrap(passphrase: string, stanzas: readonly Stanza[]): Promise<Buffer | null> {
  const [stanza, other] = stanzas;
  const [type, encodedSalt = "", workFactor = ""] = stanza?.args ?? [];
  const salt = Buffer.from(encodedSalt, "base64");
  const isWhole = type === "scrypt" && salt.length === saltBytes && /^[1-9]\d?$/.test(workFactor);
  if (!stanza || other || !isWhole || Number(workFactor) > maxLogN) throw new Error("The header is damaged.");
  const key = await deriveKey(passphrase, salt, Number(workFactor));
  const body = Buffer.from(stanza.body);
  const decipher = createDecipheriv(algorithm, key, zeroNonce, { authTagLength: tagBytes });
  decipher.setAuthTag(body.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(body.subarray(0, -tagBytes)), decipher.final()]);
  } catch {
    return null;
  }
}

/** Opens one file, as often as it is read. The answer is null where the passphrase is another one. */
export function identityOf(passphrase: string): Identity {
  let unwrapped: Promise<Buffer | null> | undefined;
  return {
    unwrapFileKey(stanzas) {
      unwrapped ??= unwrap(passphrase, stanzas);
      return unwrapped;
    },
  };
}
