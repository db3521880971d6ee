// Files are sent ahead of their family while it is in use, so that it is locked for moments only.
import { sql } from "kysely";
import { dayMs } from "#contract/durations.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { Conflict } from "#server/platform/errors.ts";
import { readMedia } from "#server/platform/media/media.ts";
import type { World } from "#server/platform/world.ts";
import { send } from "../questions.ts";
import type { MovedFile } from "./content.ts";

export const mediaPath = (id: number | ":id"): string => `/cells/media/${id}`;

/** Larger than any file that is stored. */
export const maxMediaBytes = 32 * 1024 * 1024;
const timeoutMs = 30_000;

/** Sends the files that are not among those already sent, and adds them there. */
export async function sendMedia(
  world: World,
  origin: string,
  files: readonly MovedFile[],
  sent: Set<number>,
): Promise<void> {
  for (const { id } of files) {
    if (sent.has(id)) continue;
    const bytes = await readMedia(world, id, world.database.kysely);
    // It may have been deleted in the meantime.
    if (bytes) await send(world, { origin, path: mediaPath(id) }, bytes, timeoutMs);
    sent.add(id);
  }
}

/** Stores a file of a family that has not arrived yet. A file that is sent again replaces the first one. */
export async function receiveMedia({ database, clock }: World, id: number, bytes: Buffer): Promise<void> {
  await database.kysely.transaction().execute(async (trx) => {
    await trx
      .deleteFrom("media")
      .where("id", "=", id)
      .where("id", "in", trx.selectFrom("arriving_media").select("media_id"))
      .execute();
    const { rows } = await sql`
      insert into media (id, bytes, size) overriding system value values (${id}, ${bytes}, ${bytes.length})
      on conflict do nothing returning id`.execute(trx);
    if (rows.length === 0) throw new Conflict(`This cell has another file with the number ${id}.`);
    await trx.insertInto("arriving_media").values({ media_id: id, arrived_at: clock.now() }).execute();
  });
}

/** Files that were sent ahead stay, as those of the family or of its people. */
export async function claimMedia(trx: Db, familyId: number, files: readonly MovedFile[]): Promise<void> {
  const ids = files.map(({ id }) => id);
  const { rows } = await sql<{ id: number }>`
    delete from arriving_media where media_id = any (${ids}::bigint[]) returning media_id as id`.execute(trx);
  const arrived = new Set(rows.map(({ id }) => id));
  const missing = ids.filter((id) => !arrived.has(id));
  if (missing.length > 0) throw new Conflict(`These files have not arrived: ${missing.join(", ")}.`);
  const ofFamily = files.filter(({ isOfFamily }) => isOfFamily).map(({ id }) => id);
  await sql`update media set family_id = ${familyId} where id = any (${ofFamily}::bigint[])`.execute(trx);
}

/** Deletes pictures of people who already have one here. */
export async function deleteUnusedPictures(trx: Db, files: readonly MovedFile[]): Promise<void> {
  const ids = files.filter(({ isOfFamily }) => !isOfFamily).map(({ id }) => id);
  await sql`delete from media where id = any (${ids}::bigint[])
    and not exists (select from people_pictures i where i.media_id = media.id)`.execute(trx);
}

const keptMs = dayMs;

/** Deletes the files of families that were not moved after all. */
export async function deleteAbandonedMedia({ database, clock }: World): Promise<void> {
  const before = new Date(clock.now().getTime() - keptMs);
  await database.kysely
    .deleteFrom("media")
    .where("id", "in", (select) =>
      select.selectFrom("arriving_media").select("media_id").where("arrived_at", "<", before),
    )
    .execute();
}
