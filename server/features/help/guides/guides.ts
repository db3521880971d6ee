// Guides that a family has written, or has made of a thread.
import { beginningOf } from "#contract/graphemes.ts";
import { type ChangedGuide, type Guide, maxGuides, maxSteps, type NewGuide } from "#contract/help/guides.ts";
import { recordActivity } from "#server/features/activity/activity.ts";
import { refuseBeyondLimit } from "#server/features/families/stored-limits.ts";
import type { Database } from "#server/platform/db/connect.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { Conflict, NotFound } from "#server/platform/errors.ts";
import type { Member } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import { readMedia, storeMedia } from "#server/platform/media/media.ts";
import type { World } from "#server/platform/world.ts";
import { hasPhrase } from "../phrases/queries.ts";
import { hasThing } from "../things/queries.ts";
import { addGuidePicture, refuseTooManyPictures } from "./pictures.ts";
import {
  deleteGuide,
  findExplanations,
  findGuide,
  findGuides,
  findReplyPicture,
  findRequestWithPhrase,
  guidesIn,
  insertGuide,
  lockGuide,
  lockGuidePictures,
  replaceSteps,
  updateGuide,
} from "./queries.ts";

export const guidesOf = ({ reads }: Database, { familyId }: Member): Promise<Guide[]> =>
  findGuides(reads, familyId);

async function guideOf({ reads }: Database, { familyId }: Member, id: number): Promise<Guide> {
  const guide = await findGuide(reads, familyId, id);
  if (!guide) throw new NotFound();
  return guide;
}

async function refuseUnknown(
  trx: Db,
  familyId: number,
  { phraseId = null, thingId = null, steps }: Pick<NewGuide, "phraseId" | "thingId" | "steps">,
): Promise<void> {
  if (phraseId !== null && !(await hasPhrase(trx, familyId, phraseId)))
    throw new Conflict("This help phrase is no longer there.");
  if (thingId !== null && !(await hasThing(trx, familyId, thingId)))
    throw new Conflict("This thing is no longer there.");
  const pictureIds = [...new Set(steps.flatMap(({ pictureId }) => pictureId ?? []))];
  if ((await lockGuidePictures(trx, familyId, pictureIds)) < pictureIds.length)
    throw new Conflict("A picture of this guide is no longer there. Please take it again.");
}

/** Stores a guide within a transaction, and records that in the activity log. */
async function storeGuide(
  { clock }: World,
  trx: Db,
  { familyId, id: personId }: Member,
  { title, phraseId = null, thingId = null, copyOf = null, steps }: NewGuide,
): Promise<number> {
  const stored = guidesIn(familyId);
  await refuseBeyondLimit(trx, familyId, { max: maxGuides, stored, rowsName: "guides" });
  await refuseUnknown(trx, familyId, { phraseId, thingId, steps });
  const at = clock.now();
  const id = await insertGuide(trx, {
    family_id: familyId,
    title,
    phrase_id: phraseId,
    thing_id: thingId,
    copy_of: copyOf,
    written_by: personId,
    written_at: at,
  });
  await replaceSteps(trx, familyId, id, steps);
  await recordActivity(trx, { familyId, personId, at }, { kind: "guide-written", guide: title });
  await publish(trx, familyId, "guides", "things");
  return id;
}

export async function addGuide(world: World, member: Member, guide: NewGuide): Promise<Guide> {
  const { kysely } = world.database;
  const id = await kysely.transaction().execute((trx) => storeGuide(world, trx, member, guide));
  return guideOf(world.database, member, id);
}

export async function changeGuide(
  { database, clock }: World,
  member: Member,
  id: number,
  { title, phraseId = null, thingId = null, steps, version }: ChangedGuide,
): Promise<Guide> {
  const { familyId, id: personId } = member;
  await database.kysely.transaction().execute(async (trx) => {
    const before = await lockGuide(trx, familyId, id);
    if (!before) throw new NotFound();
    if (before.version !== version)
      throw new Conflict("Someone else just changed this guide. Copy what you wrote, then open it again.");
    await refuseUnknown(trx, familyId, { phraseId, thingId, steps });
    const guide = { title, phrase_id: phraseId, thing_id: thingId, version: version + 1 };
    await updateGuide(trx, familyId, id, guide);
    await replaceSteps(trx, familyId, id, steps);
    await recordActivity(
      trx,
      { familyId, personId, at: clock.now() },
      { kind: "guide-changed", guide: title },
    );
    await publish(trx, familyId, "guides", "things");
  });
  return guideOf(database, member, id);
}

export async function removeGuide(
  { database, clock }: World,
  { familyId, id: personId }: Member,
  id: number,
): Promise<void> {
  await database.kysely.transaction().execute(async (trx) => {
    await replaceSteps(trx, familyId, id, []);
    const deleted = await deleteGuide(trx, familyId, id);
    if (!deleted) throw new NotFound();
    const doing = { familyId, personId, at: clock.now() };
    await recordActivity(trx, doing, { kind: "guide-deleted", guide: deleted.title });
    await publish(trx, familyId, "guides", "things", "help-replies");
  });
}

type Request = NonNullable<Awaited<ReturnType<typeof findRequestWithPhrase>>>;
type Explanation = Awaited<ReturnType<typeof findExplanations>>[number];

/** The phrase is left out if the family has deleted it since. */
const phraseIdOf = ({ phrase_id, library_id, is_deleted }: Request): number | null =>
  library_id !== null || is_deleted === false ? phrase_id : null;

/** The pictures of a thread are deleted after 90 days, so the guide gets copies. */
async function copyPictures(
  world: World,
  trx: Db,
  { familyId, id: personId }: Member,
  said: readonly Explanation[],
): Promise<Map<number, number>> {
  const copies = new Map<number, number>();
  for (const id of new Set(said.flatMap(({ pictureId }) => pictureId ?? []))) {
    await refuseTooManyPictures(trx, familyId);
    const picture = await findReplyPicture(trx, familyId, id);
    const bytes = await readMedia(world, picture.media_id, trx);
    if (!bytes) throw new NotFound();
    const mediaId = await storeMedia(world, trx, { personId, familyId }, bytes);
    const adding = { familyId, personId: picture.sent_by, at: world.clock.now() };
    copies.set(id, (await addGuidePicture(trx, adding, picture, mediaId)).id);
  }
  return copies;
}

const maxTitleLength = 80;

/** The phrase without its period, cut between words if it is too long. */
function titleOf(phrase: string): string {
  const title = phrase.replace(/\.$/, "");
  if (title.length <= maxTitleLength) return title;
  return `${beginningOf(title, maxTitleLength - 1).replace(/\s+\S*$/, "")}…`;
}

const withoutWords = "Do what the picture shows.";

/** Makes a guide of a thread that solved something. The title is the request's phrase, and each reply of a helper becomes a step. */
export async function makeGuideOfRequest(world: World, member: Member, requestId: number): Promise<Guide> {
  const { kysely } = world.database;
  const id = await kysely.transaction().execute(async (trx) => {
    const request = await findRequestWithPhrase(trx, member.familyId, requestId);
    if (!request) throw new NotFound();
    const said = await findExplanations(
      trx,
      member.familyId,
      { id: requestId, askedBy: request.asked_by },
      maxSteps,
    );
    if (said.length === 0)
      throw new Conflict("Nobody has explained anything here yet, so there is nothing to make a guide from.");
    const copies = await copyPictures(world, trx, member, said);
    const guide: NewGuide = {
      title: titleOf(request.phrase),
      phraseId: phraseIdOf(request),
      steps: said.map(({ words, pictureId, marks }) => ({
        sentence: words ?? withoutWords,
        pictureId: pictureId === null ? null : (copies.get(pictureId) ?? null),
        marks,
      })),
    };
    return await storeGuide(world, trx, member, guide);
  });
  return guideOf(world.database, member, id);
}
