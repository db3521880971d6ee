// A small picture of each person. It is shown to the members of their families, who see initials until there is one.
import { recordInOwnFamilies } from "#server/features/activity/activity.ts";
import { countStoredFiles } from "#server/platform/allowances/stored-bytes.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { NotFound } from "#server/platform/errors.ts";
import { StoredFile } from "#server/platform/http/route.ts";
import type { Person } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import { reencode } from "#server/platform/media/pictures.ts";
import type { World } from "#server/platform/world.ts";
import { deletePicture, findPicture, insertPicture, lockPerson } from "./queries.ts";

/** Sharp at its largest size on a screen with three device pixels per CSS pixel. */
const size = { side: 320, isSquare: true, maxBytes: 40_000 } as const;

async function publishChange(trx: Db, personId: number): Promise<void> {
  await publish(trx, { personId }, "account");
  await publish(trx, { familiesOf: personId }, "family");
}

export async function changePicture(
  world: World,
  { id: personId }: Person,
  upload: Uint8Array,
): Promise<{ id: number }> {
  const { bytes } = await reencode(upload, size);
  const at = world.clock.now();
  return await world.database.kysely.transaction().execute(async (trx) => {
    await lockPerson(trx, personId);
    await deletePicture(trx, personId);
    await countStoredFiles(world, trx, { personId, familyId: null, bytes: bytes.length });
    const added = await insertPicture(trx, { person_id: personId, bytes, created_at: at });
    await recordInOwnFamilies(trx, { personId, at }, { kind: "picture-changed" });
    await publishChange(trx, personId);
    return added;
  });
}

export async function removePicture({ database, clock }: World, { id: personId }: Person): Promise<void> {
  await database.kysely.transaction().execute(async (trx) => {
    if (!(await deletePicture(trx, personId))) return;
    await recordInOwnFamilies(trx, { personId, at: clock.now() }, { kind: "picture-removed" });
    await publishChange(trx, personId);
  });
}

export async function pictureOf({ database }: World, person: Person, id: number): Promise<StoredFile> {
  const found = await findPicture(database.reads, person.id, id);
  if (!found) throw new NotFound();
  return new StoredFile(`person-${id}.jpg`, found.bytes);
}
