// The things of the house of a family that comes from another server.
import * as z from "zod/mini";
import { NewThing } from "#contract/help/things.ts";
import { Id } from "#contract/values.ts";
import type { Db } from "#server/db/schema.ts";

const { name, room, notes } = NewThing.shape;

export const ImportedThing = z.object({ id: Id, name, room, notes });

/** Returns the new id of each thing by its id in the file. */
export async function importThings(
  trx: Db,
  things: readonly z.output<typeof ImportedThing>[],
  { familyId, now }: { familyId: number; now: Date },
): Promise<Map<number, number>> {
  const newIds = new Map<number, number>();
  for (const { id, name, room = "", notes = "" } of things) {
    const added = await trx
      .insertInto("things")
      .values({ family_id: familyId, name, room, notes, created_at: now })
      .returning("id")
      .executeTakeFirstOrThrow();
    newIds.set(id, added.id);
  }
  return newIds;
}
