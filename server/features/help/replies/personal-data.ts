// Exports the threads of requests.
import { sql } from "kysely";
import { inPagesById, type Pages, pageSize } from "#server/platform/db/pages.ts";
import type { Db } from "#server/platform/db/schema.ts";

const fileOf = sql<string | null>`'pictures/' || i.id || '.jpg'`;
const voiceFileOf = sql<string | null>`'voice-messages/' || r.voice_message_id || '.mp3'`;

const repliesOf = (db: Db, familyId: number, after: number) =>
  db
    .selectFrom("help_replies as r")
    .leftJoin("guides as g", (join) =>
      join.onRef("g.family_id", "=", "r.family_id").onRef("g.id", "=", "r.guide_id"),
    )
    .select(["r.id", "r.help_request_id as helpRequestId", "r.words", "r.marks", "r.at"])
    .select(voiceFileOf.as("voiceMessage"))
    .select((select) => select.fn.coalesce("g.title", "r.ready_guide").as("guide"))
    .where("r.family_id", "=", familyId)
    .where("r.id", ">", after)
    .orderBy("r.id")
    .limit(pageSize);

export const exportedReplies = (db: Db, familyId: number): Pages =>
  inPagesById((after) =>
    repliesOf(db, familyId, after)
      .innerJoin("people as p", "p.id", "r.person_id")
      .leftJoin("help_pictures as i", (join) =>
        join.onRef("i.family_id", "=", "r.family_id").onRef("i.id", "=", "r.picture_id"),
      )
      .select(["r.person_id as personId", "p.username as person", fileOf.as("picture")])
      .execute(),
  );

/** Leaves out pictures that somebody else took and this person only marked. */
export const exportedOwnReplies = (db: Db, familyId: number, personId: number): Pages =>
  inPagesById((after) =>
    repliesOf(db, familyId, after)
      .leftJoin("help_pictures as i", (join) =>
        join
          .onRef("i.family_id", "=", "r.family_id")
          .onRef("i.id", "=", "r.picture_id")
          .on("i.sent_by", "=", personId),
      )
      .select(["r.family_id as familyId", fileOf.as("picture")])
      .where("r.person_id", "=", personId)
      .execute(),
  );

const ofPictures = {
  table: "help_pictures",
  nameOf: (id: number) => `pictures/${id}.jpg`,
  bytesOf: (db: Db, familyId: number, id: number) =>
    db
      .selectFrom("help_picture_bytes")
      .select("bytes")
      .where("family_id", "=", familyId)
      .where("picture_id", "=", id)
      .executeTakeFirst(),
} as const;

const ofVoiceMessages = {
  table: "help_voice_messages",
  nameOf: (id: number) => `voice-messages/${id}.mp3`,
  bytesOf: (db: Db, familyId: number, id: number) =>
    db
      .selectFrom("help_voice_messages")
      .select("bytes")
      .where("family_id", "=", familyId)
      .where("id", "=", id)
      .executeTakeFirst(),
} as const;

/** The pictures and voice messages of a family, or of one person in it, under their file names in the export. */
export async function exportedFiles(
  db: Db,
  familyId: number,
  sentBy?: number,
): Promise<Map<string, () => AsyncIterable<Buffer>>> {
  const files = new Map<string, () => AsyncIterable<Buffer>>();
  for (const { table, nameOf, bytesOf } of [ofPictures, ofVoiceMessages]) {
    let found = db.selectFrom(table).select("id").where("family_id", "=", familyId).orderBy("id");
    if (sentBy !== undefined) found = found.where("sent_by", "=", sentBy);
    for (const { id } of await found.execute())
      files.set(nameOf(id), async function* () {
        // The file may have been deleted since the export began.
        const row = await bytesOf(db, familyId, id);
        if (row) yield row.bytes;
      });
  }
  return files;
}
