import type { Secrets } from "#server/platform/secrets.ts";

/**
 * The name of a file in a bucket and in a backup. The same bytes always have the same key, and it says nothing about them to
 * somebody without the server's key.
 */
export const contentKeyOf = (secrets: Pick<Secrets, "mac">, bytes: Buffer): string =>
  `media/${secrets.mac(bytes).toString("hex")}`;
