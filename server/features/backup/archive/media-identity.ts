// The key of the files in a backup's media folder, in the text form of age (https://age-encryption.org/v1, "The X25519
// recipient type"). It follows from the server's key, so it stays the same from day to day and whatever the passphrase is, and
// no file needs the slow derivation of a key from a passphrase.
import { hkdfSync } from "node:crypto";
import { bech32 } from "@scure/base";

export const mediaIdentityOf = (serverKey: Buffer): string =>
  bech32
    .encodeFromBytes(
      "age-secret-key-",
      new Uint8Array(hkdfSync("sha256", serverKey, "", "media in backups", 32)),
    )
    .toUpperCase();
