// Imports the guides of a family from another server.
import { sql } from "kysely";
import * as z from "zod/mini";
import { GuideMarks, GuideSentence, GuideTitle, maxGuidePictures, maxSteps } from "#contract/help/guides.ts";
import { Drawing, ReadyGuideKey } from "#contract/help/ready-guides.ts";
import { Id, Instant } from "#contract/values.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { Invalid, isRefusal } from "#server/platform/errors.ts";
import type { Picture } from "#server/platform/media/pictures.ts";
import { storeSteps } from "./guides.ts";
import { insertPicture, readGuidePicture } from "./pictures.ts";

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
  const { rows } = await sql<{ id: number; phrase: string }>`
    select id, phrase from help_phrases
    union all
    select id, phrase from family_phrases
    where family_id = ${familyId} and phrase is not null and not is_deleted`.execute(trx);
  return new Map(rows.map(({ id, phrase }) => [phrase, id]));
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
  for (const [name, picture] of pictures)
    stored.set(name, (await insertPicture(trx, { familyId, personId, at: now }, picture)).id);
  for (const { title, phrase, thingId, copyOf, writtenAt, steps } of guides) {
    const about = { phrase_id: phrase === null ? null : (phraseIds.get(phrase) ?? null), copy_of: copyOf };
    const thing_id = thingId === null ? null : (thingIds.get(thingId) ?? null);
    const { id } = await trx
      .insertInto("guides")
      .values({ family_id: familyId, title, ...about, thing_id, written_at: new Date(writtenAt) })
      .returning("id")
      .executeTakeFirstOrThrow();
    const withPictures = steps.map(({ picture, drawing, ...step }) => {
      const pictureId = picture === null ? null : (stored.get(picture) ?? null);
      return { ...step, pictureId, drawing: pictureId === null ? drawing : null };
    });
    await storeSteps(trx, familyId, id, withPictures);
  }
}
