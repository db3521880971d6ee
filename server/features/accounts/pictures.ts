// A small picture of each person. It is shown to the members of their families, who see initials until there is one.
import { recordActivity, recordInOwnFamilies } from "#server/features/activity/activity.ts";
import {
  findMember,
  lockMembers,
  type Membership,
  membersOf,
  refuseFormerAdmin,
} from "#server/features/families/members.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { NotFound } from "#server/platform/errors.ts";
import type { StoredFile } from "#server/platform/http/route.ts";
import type { Member, Person } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import { answerMedia, putMedia } from "#server/platform/media/media.ts";
import { reencode } from "#server/platform/media/pictures.ts";
import { countStoredFiles } from "#server/platform/media/stored-bytes.ts";
import type { World } from "#server/platform/world.ts";
import { deletePicture, findPicture, insertPicture, lockPerson } from "./queries.ts";

/** Sharp at its largest size on a screen with three device pixels per CSS pixel. */
const size = { side: 320, isSquare: true, maxBytes: 40_000 } as const;

async function publishChange(trx: Db, personId: number): Promise<void> {
  await publish(trx, { personId }, "account");
  await publish(trx, { familiesOf: personId }, "family");
}

/** Whose picture it is, who changes it, and the family whose admin does, if it is not the person's own doing. */
interface Change {
  readonly personId: number;
  readonly by: number;
  readonly familyId: number | null;
  readonly bytes: Buffer;
}

async function replacePicture(world: World, trx: Db, change: Change): Promise<{ id: number }> {
  const { personId, by, familyId, bytes } = change;
  await lockPerson(trx, personId);
  await deletePicture(trx, personId);
  await countStoredFiles(world, trx, { personId: by, familyId, bytes: bytes.length });
  const media_id = await putMedia(trx, null, bytes);
  const added = await insertPicture(trx, { person_id: personId, media_id, created_at: world.clock.now() });
  await publishChange(trx, personId);
  return added;
}

export async function changePicture(
  world: World,
  { id: personId }: Person,
  upload: Uint8Array,
): Promise<{ id: number }> {
  const { bytes } = await reencode(upload, size);
  return await world.database.kysely.transaction().execute(async (trx) => {
    const added = await replacePicture(world, trx, { personId, by: personId, familyId: null, bytes });
    await recordInOwnFamilies(trx, { personId, at: world.clock.now() }, { kind: "picture-changed" });
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

/** Returns the person, whose membership stays locked, as long as the one who asks is still an admin. */
async function lockPictured(trx: Db, admin: Member, personId: number): Promise<Membership> {
  const members = await lockMembers(trx, admin);
  refuseFormerAdmin(members, admin);
  return findMember(members, personId);
}

const recordedBy = ({ id: personId, familyId }: Member, { clock }: World) => ({
  personId,
  familyId,
  at: clock.now(),
});

/** Grandparents seldom set a picture themselves, so an admin does it for them. */
export async function changeMemberPicture(
  world: World,
  admin: Member,
  personId: number,
  upload: Uint8Array,
): Promise<{ id: number }> {
  // Nothing is decoded for somebody who is not in the family.
  const members = await membersOf(world.database, admin);
  if (!members.some(({ id }) => id === personId)) throw new NotFound();
  const { bytes } = await reencode(upload, size);
  return await world.database.kysely.transaction().execute(async (trx) => {
    const { name } = await lockPictured(trx, admin, personId);
    const change = { personId, by: admin.id, familyId: admin.familyId, bytes };
    const added = await replacePicture(world, trx, change);
    await recordActivity(trx, recordedBy(admin, world), { kind: "member-picture-changed", member: name });
    return added;
  });
}

export async function removeMemberPicture(world: World, admin: Member, personId: number): Promise<void> {
  await world.database.kysely.transaction().execute(async (trx) => {
    const { name } = await lockPictured(trx, admin, personId);
    if (!(await deletePicture(trx, personId))) return;
    await recordActivity(trx, recordedBy(admin, world), { kind: "member-picture-removed", member: name });
    await publishChange(trx, personId);
  });
}

export const pictureOf = async (world: World, person: Person, id: number): Promise<StoredFile> =>
  answerMedia(world, `person-${id}.jpg`, await findPicture(world.database.reads, person.id, id));
