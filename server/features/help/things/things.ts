// The things around the house, with their pictures. Everybody in the family sees them, and helpers change them.
import { sql } from "kysely";
import type { NewThing, Thing } from "#contract/help/things.ts";
import { recordActivity } from "#server/features/activity/activity.ts";
import { refuseBeyondLimit } from "#server/features/families/stored-limits.ts";
import { countStoredFiles } from "#server/platform/allowances/stored-bytes.ts";
import type { Database } from "#server/platform/db/connect.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { Conflict, NotFound } from "#server/platform/errors.ts";
import { StoredFile } from "#server/platform/http/route.ts";
import type { Member } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import { reencode } from "#server/platform/media/pictures.ts";
import type { World } from "#server/platform/world.ts";
import { pictureSize } from "../replies/pictures.ts";

const readThings = `select t.id, t.name, t.room, t.notes,
    case when i.id is not null then json_build_object('id', i.id, 'width', i.width, 'height', i.height) end as picture,
    coalesce((
      select json_agg(json_build_object('id', g.id, 'title', g.title) order by lower(g.title), g.id)
      from guides g where g.family_id = t.family_id and g.thing_id = t.id
    ), '[]') as guides
  from things t
  left join thing_pictures i on i.family_id = t.family_id and i.thing_id = t.id
  where t.family_id = $1`;

const listThings = { name: "list-things", text: `${readThings} order by lower(t.name), t.id` };
const findThing = { name: "find-thing", text: `${readThings} and t.id = $2` };

export const thingsOf = (database: Database, { familyId }: Member): Promise<Thing[]> =>
  database.read(listThings, [familyId]);

async function thingOf(database: Database, { familyId }: Member, id: number): Promise<Thing> {
  const [found] = await database.read<Thing>(findThing, [familyId, id]);
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

/** Makes these guides, and no others, the ones about a thing. Their version rises, because each is saved as a whole. */
async function setGuides(trx: Db, { familyId }: Member, id: number, guideIds: readonly number[]) {
  const isChosen = sql<boolean>`g.id = any (${guideIds}::integer[])`;
  const { rows } = await sql<{ isChosen: boolean }>`select ${isChosen} as "isChosen" from guides g
    where g.family_id = ${familyId} and (${isChosen} or g.thing_id = ${id})
    order by g.id for update`.execute(trx);
  if (rows.filter((guide) => guide.isChosen).length < new Set(guideIds).size)
    throw new Conflict("One of these guides is no longer there. Please choose again.");
  await sql`update guides g
    set thing_id = case when ${isChosen} then ${id}::integer end, version = version + 1
    where g.family_id = ${familyId} and ${isChosen} <> coalesce(g.thing_id = ${id}, false)`.execute(trx);
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
    const stored = sql`things where family_id = ${familyId}`;
    const max = config.limits.thingsPerFamily;
    await refuseBeyondLimit(trx, familyId, { max, stored, rowsName: "things around the house" });
    const added = await trx
      .insertInto("things")
      .values({ family_id: familyId, ...rowOf(typed), created_at: clock.now() })
      .returning("id")
      .executeTakeFirstOrThrow();
    if (typed.guideIds) await setGuides(trx, member, added.id, typed.guideIds);
    await recordChange(trx, world, member, { kind: "thing-added", thing: typed.name });
    return added.id;
  });
  return thingOf(database, member, id);
}

export async function changeThing(world: World, member: Member, id: number, typed: NewThing): Promise<Thing> {
  await world.database.kysely.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable("things")
      .set(rowOf(typed))
      .where("family_id", "=", member.familyId)
      .where("id", "=", id)
      .returning("id")
      .executeTakeFirst();
    if (!changed) throw new NotFound();
    if (typed.guideIds) await setGuides(trx, member, id, typed.guideIds);
    await recordChange(trx, world, member, { kind: "thing-changed", thing: typed.name });
  });
  return thingOf(world.database, member, id);
}

/** Guides about it stay, but no longer point to a thing. */
export const removeThing = (world: World, member: Member, id: number): Promise<void> =>
  world.database.kysely.transaction().execute(async (trx) => {
    const removed = await trx
      .deleteFrom("things")
      .where("family_id", "=", member.familyId)
      .where("id", "=", id)
      .returning("name")
      .executeTakeFirst();
    if (!removed) throw new NotFound();
    await recordChange(trx, world, member, { kind: "thing-removed", thing: removed.name });
    await publish(trx, member.familyId, "guides");
  });

/** Without the lock, two pictures that arrive at once would both be stored, and a thing has only one. */
async function lockThing(trx: Db, { familyId }: Member, id: number): Promise<string> {
  const found = await trx
    .selectFrom("things")
    .select("name")
    .where("family_id", "=", familyId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new NotFound();
  return found.name;
}

const deletePicture = (trx: Db, { familyId }: Member, id: number) =>
  trx
    .deleteFrom("thing_pictures")
    .where("family_id", "=", familyId)
    .where("thing_id", "=", id)
    .returning("id")
    .executeTakeFirst();

export async function changePicture(
  world: World,
  member: Member,
  id: number,
  upload: Uint8Array,
): Promise<Thing> {
  const { database } = world;
  // Nothing is decoded for a thing that does not exist.
  await thingOf(database, member, id);
  const { bytes, width, height } = await reencode(upload, pictureSize);
  await database.kysely.transaction().execute(async (trx) => {
    const thing = await lockThing(trx, member, id);
    await deletePicture(trx, member, id);
    const { id: personId, familyId } = member;
    await countStoredFiles(world, trx, { personId, familyId, bytes: bytes.length });
    const picture = { family_id: familyId, thing_id: id, width, height, bytes };
    await trx.insertInto("thing_pictures").values(picture).execute();
    await recordChange(trx, world, member, { kind: "thing-picture-changed", thing });
  });
  return thingOf(database, member, id);
}

export const removePicture = (world: World, member: Member, id: number): Promise<void> =>
  world.database.kysely.transaction().execute(async (trx) => {
    const thing = await lockThing(trx, member, id);
    if (await deletePicture(trx, member, id))
      await recordChange(trx, world, member, { kind: "thing-picture-removed", thing });
  });

const findPicture = {
  name: "find-thing-picture",
  text: "select bytes from thing_pictures where family_id = $1 and id = $2",
};

export async function pictureOf({ database }: World, { familyId }: Member, id: number): Promise<StoredFile> {
  const [found] = await database.read<{ bytes: Buffer }>(findPicture, [familyId, id]);
  if (!found) throw new NotFound();
  return new StoredFile(`thing-${id}.jpg`, found.bytes);
}
