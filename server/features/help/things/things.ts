// The things around the house, with their pictures. Everybody in the family sees them, and helpers change them.
import type { NewThing, Thing } from "#contract/help/things.ts";
import { recordActivity } from "#server/features/activity/activity.ts";
import { refuseBeyondLimit } from "#server/features/families/stored-limits.ts";
import type { Database } from "#server/platform/db/connect.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { Conflict, NotFound } from "#server/platform/errors.ts";
import type { StoredFile } from "#server/platform/http/route.ts";
import type { Member } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import { answerMedia, storeMedia } from "#server/platform/media/media.ts";
import { reencode, usualSize } from "#server/platform/media/pictures.ts";
import type { World } from "#server/platform/world.ts";
import {
  deleteThing,
  deleteThingPicture,
  findThing,
  findThingPicture,
  findThings,
  insertThing,
  insertThingPicture,
  lockGuides,
  lockThing,
  setThingOfGuides,
  thingsIn,
  updateThing,
} from "./queries.ts";

export const thingsOf = ({ reads }: Database, { familyId }: Member): Promise<Thing[]> =>
  findThings(reads, familyId);

async function thingOf({ reads }: Database, { familyId }: Member, id: number): Promise<Thing> {
  const found = await findThing(reads, familyId, id);
  if (!found) throw new NotFound();
  return found;
}

const rowOf = ({ name, room = "", notes = "" }: NewThing) => ({ name, room, notes });

interface Change {
  readonly kind:
    | "thing-added"
    | "thing-changed"
    | "thing-removed"
    | "thing-picture-changed"
    | "thing-picture-removed";
  readonly thing: string;
}

/** Makes these guides, and no others, the ones about a thing. */
async function setGuides(trx: Db, { familyId }: Member, id: number, guideIds: readonly number[]) {
  const guides = await lockGuides(trx, familyId, id, guideIds);
  const chosen = new Set(guideIds);
  if (guides.filter((guide) => chosen.has(guide.id)).length < chosen.size)
    throw new Conflict("One of these guides is no longer there. Please choose again.");
  const added = guides.filter((guide) => chosen.has(guide.id) && guide.thing_id !== id);
  const removed = guides.filter((guide) => !chosen.has(guide.id));
  await setThingOfGuides(
    trx,
    familyId,
    added.map((guide) => guide.id),
    id,
  );
  await setThingOfGuides(
    trx,
    familyId,
    removed.map((guide) => guide.id),
    null,
  );
  await publish(trx, familyId, "guides");
}

async function recordChange(
  trx: Db,
  { clock }: World,
  { familyId, id: personId }: Member,
  change: Change,
): Promise<void> {
  await recordActivity(trx, { familyId, personId, at: clock.now() }, change);
  await publish(trx, familyId, "things");
}

export async function addThing(world: World, member: Member, typed: NewThing): Promise<Thing> {
  const { database, clock, config } = world;
  const { familyId } = member;
  const id = await database.kysely.transaction().execute(async (trx) => {
    await refuseBeyondLimit(trx, familyId, {
      max: config.limits.thingsPerFamily,
      stored: thingsIn(familyId),
      rowsName: "things around the house",
    });
    const thing = { family_id: familyId, ...rowOf(typed), created_at: clock.now() };
    const added = await insertThing(trx, thing);
    if (typed.guideIds) await setGuides(trx, member, added, typed.guideIds);
    await recordChange(trx, world, member, { kind: "thing-added", thing: typed.name });
    return added;
  });
  return thingOf(database, member, id);
}

export async function changeThing(world: World, member: Member, id: number, typed: NewThing): Promise<Thing> {
  await world.database.kysely.transaction().execute(async (trx) => {
    if (!(await updateThing(trx, member.familyId, id, rowOf(typed)))) throw new NotFound();
    if (typed.guideIds) await setGuides(trx, member, id, typed.guideIds);
    await recordChange(trx, world, member, { kind: "thing-changed", thing: typed.name });
  });
  return thingOf(world.database, member, id);
}

/** Guides about it stay, but no longer point to a thing. */
export const removeThing = (world: World, member: Member, id: number): Promise<void> =>
  world.database.kysely.transaction().execute(async (trx) => {
    const removed = await deleteThing(trx, member.familyId, id);
    if (!removed) throw new NotFound();
    await recordChange(trx, world, member, { kind: "thing-removed", thing: removed.name });
    await publish(trx, member.familyId, "guides");
  });

/** Without the lock, two pictures that arrive at once would both be stored, and a thing has only one. */
async function lockedNameOf(trx: Db, { familyId }: Member, id: number): Promise<string> {
  const found = await lockThing(trx, familyId, id);
  if (!found) throw new NotFound();
  return found.name;
}

export async function changePicture(
  world: World,
  member: Member,
  id: number,
  upload: Uint8Array,
): Promise<Thing> {
  const { database } = world;
  // Nothing is decoded for a thing that does not exist.
  await thingOf(database, member, id);
  const { bytes, width, height } = await reencode(upload, usualSize);
  await database.kysely.transaction().execute(async (trx) => {
    const thing = await lockedNameOf(trx, member, id);
    const { id: personId, familyId } = member;
    await deleteThingPicture(trx, familyId, id);
    const media_id = await storeMedia(world, trx, { personId, familyId }, bytes);
    await insertThingPicture(trx, { family_id: familyId, thing_id: id, width, height, media_id });
    await recordChange(trx, world, member, { kind: "thing-picture-changed", thing });
  });
  return thingOf(database, member, id);
}

export const removePicture = (world: World, member: Member, id: number): Promise<void> =>
  world.database.kysely.transaction().execute(async (trx) => {
    const thing = await lockedNameOf(trx, member, id);
    if (await deleteThingPicture(trx, member.familyId, id))
      await recordChange(trx, world, member, { kind: "thing-picture-removed", thing });
  });

export const pictureOf = async (world: World, { familyId }: Member, id: number): Promise<StoredFile> =>
  answerMedia(world, `thing-${id}.jpg`, await findThingPicture(world.database.reads, familyId, id));
