// Exports the threads of requests.
import { sql } from "kysely";
import { inPagesById, type Pages, pageSize } from "#server/platform/db/pages.ts";
import type { Db } from "#server/platform/db/schema.ts";
import type { ExportedFile } from "#server/platform/media/media.ts";

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

const names = {
  help_pictures: (id: number) => `pictures/${id}.jpg`,
  help_voice_messages: (id: number) => `voice-messages/${id}.mp3`,
};

/** The pictures and voice messages of a family, or of one person in it. */
export async function exportedReplyFiles(db: Db, familyId: number, sentBy?: number): Promise<ExportedFile[]> {
  const files: ExportedFile[] = [];
  for (const table of ["help_pictures", "help_voice_messages"] as const) {
    const found = await db
      .selectFrom(table)
      .select(["id", "media_id"])
      .where("family_id", "=", familyId)
      .$if(sentBy !== undefined, (query) => query.where("sent_by", "=", sentBy ?? null))
      .orderBy("id")
      .execute();
    files.push(...found.map(({ id, media_id }) => ({ name: names[table](id), media_id })));
  }
  return files;
}
