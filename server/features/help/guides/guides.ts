// Guides that a family has written.
import { sql } from "kysely";
import { type ChangedGuide, type Guide, maxGuides, type NewGuide } from "#contract/help/guides.ts";
import { recordActivity } from "#server/features/activity/activity.ts";
import { refuseBeyondLimit } from "#server/features/families/stored-limits.ts";
import type { Database } from "#server/platform/db/connect.ts";
import { instant } from "#server/platform/db/instant.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { Conflict, NotFound } from "#server/platform/errors.ts";
import type { Member } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import type { World } from "#server/platform/world.ts";
import { deleteUnusedPictures } from "./pictures.ts";

// Prefers the family's own phrase to the library's phrase that it replaces.
const readGuides = `select g.id, g.title, g.thing_id as "thingId", g.copy_of as "copyOf", g.version,
    ${instant("g.written_at")} as "writtenAt",
    case when coalesce(f.phrase, l.phrase) is not null
      then json_build_object('id', g.phrase_id, 'words', coalesce(f.phrase, l.phrase)) end as phrase,
    case when p.id is not null then json_build_object('id', p.id, 'name', p.username) end as "writtenBy",
    coalesce((
      select json_agg(json_build_object('sentence', s.sentence, 'drawing', s.drawing, 'marks', s.marks,
        'picture', case when i.id is not null
          then json_build_object('id', i.id, 'width', i.width, 'height', i.height) end) order by s.position)
      from guide_steps s
      left join guide_pictures i on i.family_id = s.family_id and i.id = s.picture_id
      where s.family_id = g.family_id and s.guide_id = g.id
    ), '[]') as steps
  from guides g
  left join people p on p.id = g.written_by
  left join help_phrases l on l.id = g.phrase_id
  left join family_phrases f on f.family_id = g.family_id and f.id = g.phrase_id
  where g.family_id = $1`;

const listAll = { name: "list-guides", text: `${readGuides} order by g.title, g.id` };
const findOne = { name: "find-guide", text: `${readGuides} and g.id = $2` };

export const guidesOf = (database: Database, { familyId }: Member): Promise<Guide[]> =>
  database.read(listAll, [familyId]);

export async function guideOf(database: Database, { familyId }: Member, id: number): Promise<Guide> {
  const [guide] = await database.read<Guide>(findOne, [familyId, id]);
  if (!guide) throw new NotFound();
  return guide;
}

async function refuseUnknown(
  trx: Db,
  familyId: number,
  { phraseId = null, thingId = null, steps }: Pick<NewGuide, "phraseId" | "thingId" | "steps">,
): Promise<void> {
  const { rows } = await sql<{ hasPhrase: boolean; hasThing: boolean }>`select
    exists (select from help_phrases where id = ${phraseId}) or exists (
      select from family_phrases where family_id = ${familyId} and id = ${phraseId} and not is_deleted
    ) as "hasPhrase",
    exists (select from things where family_id = ${familyId} and id = ${thingId}) as "hasThing"`.execute(trx);
  const [known] = rows;
  if (phraseId !== null && !known?.hasPhrase) throw new Conflict("This help phrase is no longer there.");
  if (thingId !== null && !known?.hasThing) throw new Conflict("This thing is no longer there.");
  const pictureIds = [...new Set(steps.flatMap(({ pictureId }) => pictureId ?? []))];
  // The lock keeps a picture that no step shows yet from being deleted in the meantime.
  const { rows: pictures } = await sql`select from guide_pictures
    where family_id = ${familyId} and id = any (${pictureIds}::bigint[]) for key share`.execute(trx);
  if (pictureIds.length !== pictures.length)
    throw new Conflict("A picture of this guide is no longer there. Please take it again.");
}

/** Replaces the steps, and deletes the pictures that no step shows anymore. */
export async function storeSteps(
  trx: Db,
  familyId: number,
  guideId: number,
  steps: NewGuide["steps"],
): Promise<void> {
  const before = await trx
    .deleteFrom("guide_steps")
    .where("family_id", "=", familyId)
    .where("guide_id", "=", guideId)
    .returning("picture_id")
    .execute();
  const rows = steps.map(({ sentence, pictureId = null, drawing = null, marks = [] }, index) => ({
    family_id: familyId,
    guide_id: guideId,
    position: index + 1,
    sentence,
    drawing,
    picture_id: pictureId,
    marks: JSON.stringify(marks),
  }));
  if (rows.length > 0) await trx.insertInto("guide_steps").values(rows).execute();
  const shown = rows.flatMap(({ picture_id }) => picture_id ?? []);
  if (shown.length > 0)
    await trx
      .updateTable("guide_pictures")
      .set({ check_at: null })
      .where("family_id", "=", familyId)
      .where("id", "in", shown)
      .execute();
  await deleteUnusedPictures(
    trx,
    familyId,
    before.flatMap(({ picture_id }) => picture_id ?? []),
  );
}

/** Stores a guide within a transaction, and records that in the activity log. */
export async function insertGuide(
  { clock }: World,
  trx: Db,
  { familyId, id: personId }: Member,
  { title, phraseId = null, thingId = null, copyOf = null, steps }: NewGuide,
): Promise<number> {
  const stored = sql`guides where family_id = ${familyId}`;
  await refuseBeyondLimit(trx, familyId, { max: maxGuides, stored, rowsName: "guides" });
  await refuseUnknown(trx, familyId, { phraseId, thingId, steps });
  const at = clock.now();
  const about = { phrase_id: phraseId, thing_id: thingId, copy_of: copyOf };
  const { id } = await trx
    .insertInto("guides")
    .values({ family_id: familyId, title, ...about, written_by: personId, written_at: at })
    .returning("id")
    .executeTakeFirstOrThrow();
  await storeSteps(trx, familyId, id, steps);
  await recordActivity(trx, { familyId, personId, at }, { kind: "guide-written", guide: title });
  await publish(trx, familyId, "guides", "things");
  return id;
}

export async function add(world: World, member: Member, guide: NewGuide): Promise<Guide> {
  const { kysely } = world.database;
  const id = await kysely.transaction().execute((trx) => insertGuide(world, trx, member, guide));
  return guideOf(world.database, member, id);
}

export async function change(
  { database, clock }: World,
  member: Member,
  id: number,
  { title, phraseId = null, thingId = null, steps, version }: ChangedGuide,
): Promise<Guide> {
  const { familyId, id: personId } = member;
  await database.kysely.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom("guides")
      .select("version")
      .where("family_id", "=", familyId)
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (!before) throw new NotFound();
    if (before.version !== version)
      throw new Conflict("Someone else just changed this guide. Copy what you wrote, then open it again.");
    await refuseUnknown(trx, familyId, { phraseId, thingId, steps });
    await trx
      .updateTable("guides")
      .set({ title, phrase_id: phraseId, thing_id: thingId, version: version + 1 })
      .where("family_id", "=", familyId)
      .where("id", "=", id)
      .execute();
    await storeSteps(trx, familyId, id, steps);
    const doing = { familyId, personId, at: clock.now() };
    await recordActivity(trx, doing, { kind: "guide-changed", guide: title });
    await publish(trx, familyId, "guides", "things");
  });
  return guideOf(database, member, id);
}

/** A reply that consisted only of this guide is deleted with it. */
const deleteReplies = (trx: Db, familyId: number, id: number) =>
  trx
    .deleteFrom("help_replies")
    .where("family_id", "=", familyId)
    .where("guide_id", "=", id)
    .where("words", "is", null)
    .where("picture_id", "is", null)
    .execute();

export async function remove(
  { database, clock }: World,
  { familyId, id: personId }: Member,
  id: number,
): Promise<void> {
  await database.kysely.transaction().execute(async (trx) => {
    await storeSteps(trx, familyId, id, []);
    await deleteReplies(trx, familyId, id);
    const deleted = await trx
      .deleteFrom("guides")
      .where("family_id", "=", familyId)
      .where("id", "=", id)
      .returning("title")
      .executeTakeFirst();
    if (!deleted) throw new NotFound();
    const doing = { familyId, personId, at: clock.now() };
    await recordActivity(trx, doing, { kind: "guide-deleted", guide: deleted.title });
    await publish(trx, familyId, "guides", "things", "help-replies");
  });
}
