// Exports and imports guides and their pictures.
import { sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import * as z from "zod/mini";
import { GuideMarks, GuideSentence, GuideTitle, maxGuidePictures, maxSteps } from "#contract/help/guides.ts";
import { Drawing, ReadyGuideKey } from "#contract/help/ready-guides.ts";
import { Id, Instant } from "#contract/values.ts";
import { inPagesById, type Pages, pageSize } from "#server/platform/db/pages.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { Invalid, isRefusal } from "#server/platform/errors.ts";
import { type ExportedFile, putMedia } from "#server/platform/media/media.ts";
import type { Picture } from "#server/platform/media/pictures.ts";
import { findPhrases } from "../phrases/queries.ts";
import { addGuidePicture, readGuidePicture } from "./pictures.ts";
import { insertGuide, replaceSteps } from "./queries.ts";

/** Leaves out pictures that other people took, if `addedBy` is given. */
const guidesOf = (db: Db, familyId: number, after: number, addedBy?: number) =>
  db
    .selectFrom("guides as g")
    .select(["g.id", "g.title", "g.copy_of as copyOf", "g.written_at as writtenAt"])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom("guide_steps as s")
          .leftJoin("guide_pictures as i", (join) => {
            const shown = join.onRef("i.family_id", "=", "s.family_id").onRef("i.id", "=", "s.picture_id");
            return addedBy === undefined ? shown : shown.on("i.added_by", "=", addedBy);
          })
          .select(["s.sentence", "s.drawing", "s.marks"])
          .select((step) => sql<string | null>`'guides/' || ${step.ref("i.id")} || '.jpg'`.as("picture"))
          .whereRef("s.family_id", "=", "g.family_id")
          .whereRef("s.guide_id", "=", "g.id")
          .orderBy("s.position"),
      ).as("steps"),
    )
    .where("g.family_id", "=", familyId)
    .where("g.id", ">", after)
    .orderBy("g.id")
    .limit(pageSize);

export const exportedGuides = (db: Db, familyId: number): Pages =>
  inPagesById((after) =>
    guidesOf(db, familyId, after)
      .leftJoin("people as p", "p.id", "g.written_by")
      .leftJoin("help_phrases as l", "l.id", "g.phrase_id")
      .leftJoin("family_phrases as f", (join) =>
        join.onRef("f.family_id", "=", "g.family_id").onRef("f.id", "=", "g.phrase_id"),
      )
      .leftJoin("things as t", (join) =>
        join.onRef("t.family_id", "=", "g.family_id").onRef("t.id", "=", "g.thing_id"),
      )
      .select(["g.written_by as writtenById", "p.username as writtenBy"])
      .select(["g.thing_id as thingId", "t.name as thing"])
      .select((select) => select.fn.coalesce("f.phrase", "l.phrase").as("phrase"))
      .execute(),
  );

export const exportedOwnGuides = (db: Db, familyId: number, personId: number): Pages =>
  inPagesById((after) =>
    guidesOf(db, familyId, after, personId)
      .select("g.family_id as familyId")
      .where("g.written_by", "=", personId)
      .execute(),
  );

/** The pictures shown in steps, or only those that one person added. */
export async function exportedGuidePictures(
  db: Db,
  familyId: number,
  addedBy?: number,
): Promise<ExportedFile[]> {
  const found = await db
    .selectFrom("guide_pictures")
    .select(["id", "media_id"])
    .where("family_id", "=", familyId)
    .where("check_at", "is", null)
    .$if(addedBy !== undefined, (query) => query.where("added_by", "=", addedBy ?? null))
    .orderBy("id")
    .execute();
  return found.map(({ id, media_id }) => ({ name: `guides/${id}.jpg`, media_id }));
}

const ImportedStep = z.object({
  sentence: GuideSentence,
  picture: z.nullable(z.string().check(z.regex(/^guides\/\d{1,15}\.jpg$/, "a picture has another name"))),
  drawing: z.nullable(Drawing),
  marks: GuideMarks,
});

export const ImportedGuide = z.object({
  title: GuideTitle,
  /** The text of its help phrase, because the family's own phrases have other numbers here. */
  phrase: z.nullable(z.string()),
  /** The number of its thing in this file. */
  thingId: z.nullable(Id),
  copyOf: z.nullable(ReadyGuideKey),
  writtenAt: Instant,
  steps: z.array(ImportedStep).check(z.minLength(1), z.maxLength(maxSteps, "it has too many steps")),
});
type ImportedGuide = z.output<typeof ImportedGuide>;

/** Each picture is decoded and encoded again, like a picture that is uploaded by itself. */
export async function readPictures(
  files: AsyncIterable<readonly [name: string, bytes: Buffer]>,
  pause: () => Promise<void>,
): Promise<Map<string, Picture>> {
  const pictures = new Map<string, Picture>();
  for await (const [name, bytes] of files) {
    const picture = await readGuidePicture(bytes).catch((error: unknown): never => {
      throw isRefusal(error) ? new Invalid(`The picture ${name} in this file can't be read.`) : error;
    });
    pictures.set(name, picture);
    await pause();
  }
  return pictures;
}

export function pictureFilesOf(guides: readonly ImportedGuide[]): ReadonlySet<string> {
  const names = new Set(guides.flatMap(({ steps }) => steps.flatMap(({ picture }) => picture ?? [])));
  if (names.size > maxGuidePictures)
    throw new Invalid(
      `The guides in this file have too many pictures. At most ${maxGuidePictures} are possible.`,
    );
  return names;
}

/** The family's own phrases take precedence over those of the library. */
async function phraseIdsOf(trx: Db, familyId: number): Promise<Map<string, number>> {
  const phrases = await findPhrases(trx, familyId);
  const ownLast = phrases.toSorted((one, other) => Number(one.is_own) - Number(other.is_own));
  return new Map(ownLast.map(({ id, phrase }) => [phrase, id]));
}

interface Place {
  readonly familyId: number;
  /** The person who imports the family. */
  readonly personId: number;
  readonly pictures: ReadonlyMap<string, Picture>;
  /** The id of each thing on this server, by its number in the file. */
  readonly thingIds: ReadonlyMap<number, number>;
  readonly now: Date;
}

/** The authors come back by invitation, so no author is named. A picture that is not in the file is left out. */
export async function importGuides(
  trx: Db,
  guides: readonly ImportedGuide[],
  { familyId, personId, pictures, thingIds, now }: Place,
): Promise<void> {
  const phraseIds = await phraseIdsOf(trx, familyId);
  const stored = new Map<string, number>();
  for (const [name, picture] of pictures) {
    const mediaId = await putMedia(trx, familyId, picture.bytes);
    stored.set(name, (await addGuidePicture(trx, { familyId, personId, at: now }, picture, mediaId)).id);
  }
  for (const { title, phrase, thingId, copyOf, writtenAt, steps } of guides) {
    const id = await insertGuide(trx, {
      family_id: familyId,
      title,
      phrase_id: phrase === null ? null : (phraseIds.get(phrase) ?? null),
      thing_id: thingId === null ? null : (thingIds.get(thingId) ?? null),
      copy_of: copyOf,
      written_at: new Date(writtenAt),
    });
    const withPictures = steps.map(({ picture, drawing, ...step }) => {
      const pictureId = picture === null ? null : (stored.get(picture) ?? null);
      return { ...step, pictureId, drawing: pictureId === null ? drawing : null };
    });
    await replaceSteps(trx, familyId, id, withPictures);
  }
}
