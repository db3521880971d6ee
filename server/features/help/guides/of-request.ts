// Makes a guide of a thread that solved something.
import { beginningOf } from "#contract/graphemes.ts";
import { type Guide, maxSteps, type NewGuide } from "#contract/help/guides.ts";
import type { Mark } from "#contract/help/replies.ts";
import { countStoredFiles } from "#server/platform/allowances/stored-bytes.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { Conflict, NotFound } from "#server/platform/errors.ts";
import type { Member } from "#server/platform/http/session.ts";
import type { World } from "#server/platform/world.ts";
import { guideOf, insertGuide } from "./guides.ts";
import { insertPicture, refuseTooManyPictures } from "./pictures.ts";

interface Said {
  readonly words: string | null;
  readonly pictureId: number | null;
  readonly marks: Mark[];
}

const requestOf = (trx: Db, { familyId }: Member, id: number) =>
  trx
    .selectFrom("help_requests as r")
    .leftJoin("family_phrases as f", (join) =>
      join.onRef("f.family_id", "=", "r.family_id").onRef("f.id", "=", "r.phrase_id"),
    )
    .leftJoin("help_phrases as l", "l.id", "r.phrase_id")
    .select(["r.phrase", "r.asked_by", "r.phrase_id", "l.id as library_id", "f.is_deleted"])
    .where("r.family_id", "=", familyId)
    .where("r.id", "=", id)
    .executeTakeFirst();

type Request = NonNullable<Awaited<ReturnType<typeof requestOf>>>;

/** The phrase is left out if the family has deleted it since. */
const phraseIdOf = ({ phrase_id, library_id, is_deleted }: Request): number | null =>
  library_id !== null || is_deleted === false ? phrase_id : null;

/** Reads what the helpers wrote and showed, without the replies of the person who asked. */
async function saidBy(trx: Db, { familyId }: Member, requestId: number, askedBy: number): Promise<Said[]> {
  return await trx
    .selectFrom("help_replies")
    .select(["words", "picture_id as pictureId", "marks"])
    .where("family_id", "=", familyId)
    .where("help_request_id", "=", requestId)
    .where("person_id", "<>", askedBy)
    .where((where) => where.or([where("words", "is not", null), where("picture_id", "is not", null)]))
    .orderBy("id")
    .limit(maxSteps)
    .execute();
}

/** The pictures of a thread are deleted after 90 days, so the guide gets copies. */
async function copyPictures(
  world: World,
  trx: Db,
  { familyId, id: personId }: Member,
  said: readonly Said[],
): Promise<Map<number, number>> {
  const copies = new Map<number, number>();
  for (const id of new Set(said.flatMap(({ pictureId }) => pictureId ?? []))) {
    await refuseTooManyPictures(trx, familyId);
    const picture = await trx
      .selectFrom("help_pictures as i")
      .innerJoin("help_picture_bytes as b", (join) =>
        join.onRef("b.family_id", "=", "i.family_id").onRef("b.picture_id", "=", "i.id"),
      )
      .select(["i.sent_by", "i.width", "i.height", "b.bytes"])
      .where("i.family_id", "=", familyId)
      .where("i.id", "=", id)
      .executeTakeFirstOrThrow();
    await countStoredFiles(world, trx, { personId, familyId, bytes: picture.bytes.length });
    const adding = { familyId, personId: picture.sent_by, at: world.clock.now() };
    copies.set(id, (await insertPicture(trx, adding, picture)).id);
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

/** The title is the request's phrase, and each reply of a helper becomes a step, in order. */
export async function makeOfRequest(world: World, member: Member, requestId: number): Promise<Guide> {
  const { kysely } = world.database;
  const id = await kysely.transaction().execute(async (trx) => {
    const request = await requestOf(trx, member, requestId);
    if (!request) throw new NotFound();
    const said = await saidBy(trx, member, requestId, request.asked_by);
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
    return await insertGuide(world, trx, member, guide);
  });
  return guideOf(world.database, member, id);
}
