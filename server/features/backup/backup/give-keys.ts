import type { Db } from "#server/platform/db/schema.ts";
import { contentKeyOf } from "#server/platform/media/content-key.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import { findWithoutKey, setKey } from "./queries.ts";

const filesAtOnce = 20;

/** Gives a key to every picture and voice message that has none yet, so that it need not be in the rows of a backup. */
export async function giveKeys(db: Db, secrets: Secrets): Promise<void> {
  for (;;) {
    const files = await findWithoutKey(db, filesAtOnce);
    if (files.length === 0) return;
    for (const { id, bytes } of files) await setKey(db, id, contentKeyOf(secrets, bytes));
  }
}
