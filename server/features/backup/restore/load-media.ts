// Puts the bytes of pictures and voice messages into their rows, which were loaded without them. They go into the database,
// and are moved from there if the settings of the server want them in a bucket.
import type { Client } from "pg";
import type { Manifest } from "#server/features/backup/archive/manifest.ts";
import { MediaFolder } from "#server/features/backup/archive/media-folder.ts";
import type { VerifiedArchive } from "#server/features/backup/archive/verify.ts";
import { hasKeys } from "#server/features/backup/database-session.ts";
import { Refused } from "#server/features/personal-data/refusals.ts";

/** All rows with the same bytes have the same key. */
export async function loadFile(client: Client, key: string, bytes: Buffer): Promise<void> {
  await client.query("update media set bytes = $2 where content_key = $1", [key, bytes]);
}

const keysAtOnce = 1_000;

export async function loadBeside(
  client: Client,
  { manifest, key: serverKey, identity }: VerifiedArchive,
  path: string,
): Promise<void> {
  if (identity === undefined || !hasKeys(manifest.tables)) return;
  const folder = new MediaFolder(path, { serverKey, identity });
  for (let after = ""; ; ) {
    const { rows } = await client.query<{ key: string }>(
      `select distinct content_key as key from media where content_key > $1 and bytes is null
        order by content_key limit ${keysAtOnce}`,
      [after],
    );
    for (const { key } of rows) {
      const bytes = await folder.read(key);
      if (typeof bytes !== "string") await loadFile(client, key, bytes);
      after = key;
    }
    if (rows.length === 0) return;
  }
}

/** They can have disappeared since the archive was verified. */
export async function refuseWithoutBytes(client: Client, { tables, media }: Manifest): Promise<void> {
  if (!hasKeys(tables)) return;
  const { rows } = await client.query<{ key: string }>(
    "select content_key as key from media where bytes is null and content_key <> all ($1) limit 1",
    [media.lost],
  );
  if (rows.length > 0) throw new Refused("Not all pictures and voice messages could be restored.");
}
