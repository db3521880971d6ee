// Imports a family's things around the house from another server.
import * as z from "zod/mini";
import { NewThing } from "#contract/help/things.ts";
import { Id } from "#contract/values.ts";
import type { Db } from "#server/platform/db/schema.ts";
import type { Picture } from "#server/platform/media/pictures.ts";

const { name, room, notes } = NewThing.shape;

export const ImportedThing = z.object({
  id: Id,
  name,
  room,
  notes,
  picture: z.nullable(z.string().check(z.regex(/^things\/\d{1,15}\.jpg$/, "its picture has another name"))),
});
type ImportedThing = z.output<typeof ImportedThing>;

export const thingPictureFilesOf = (things: readonly ImportedThing[]): ReadonlySet<string> =>
  new Set(things.flatMap(({ picture }) => picture ?? []));

interface Place {
  readonly familyId: number;
  readonly pictures: ReadonlyMap<string, Picture>;
  readonly now: Date;
}

/** Returns the new id of each thing by its id in the file. A picture that is not in the file is left out. */
export async function importThings(
  trx: Db,
  things: readonly ImportedThing[],
  { familyId: family_id, pictures, now }: Place,
): Promise<Map<number, number>> {
  const newIds = new Map<number, number>();
  for (const { id, name, room = "", notes = "", picture } of things) {
    const { id: thing_id } = await trx
      .insertInto("things")
      .values({ family_id, name, room, notes, created_at: now })
      .returning("id")
      .executeTakeFirstOrThrow();
    newIds.set(id, thing_id);
    const shown = pictures.get(picture ?? "");
    if (!shown) continue;
    const { width, height, bytes } = shown;
    await trx.insertInto("thing_pictures").values({ family_id, thing_id, width, height, bytes }).execute();
  }
  return newIds;
}
