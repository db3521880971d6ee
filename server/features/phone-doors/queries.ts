import type { Db, NewRow } from "#server/platform/db/schema.ts";
import type { CallRecording } from "#server/platform/world.ts";

export interface DoorKey {
  readonly familyId: number;
  readonly personId: number;
}

export const findDoor = (db: Db, { familyId, personId }: DoorKey) =>
  db
    .selectFrom("phone_doors")
    .select(["phone_number", "pin_hash"])
    .where("family_id", "=", familyId)
    .where("person_id", "=", personId)
    .executeTakeFirst();

export const upsertDoor = (trx: Db, door: NewRow<"phone_doors">) =>
  trx
    .insertInto("phone_doors")
    .values(door)
    .onConflict((conflict) =>
      conflict
        .columns(["family_id", "person_id"])
        .doUpdateSet({ phone_number: door.phone_number, pin_hash: door.pin_hash }),
    )
    .execute();

/** Returns false if there was none. */
export async function deleteDoor(trx: Db, { familyId, personId }: DoorKey): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom("phone_doors")
    .where("family_id", "=", familyId)
    .where("person_id", "=", personId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The people who may call, with what is said to them. The others in a family have the app. */
const callers = (db: Db) =>
  db
    .selectFrom("phone_doors as d")
    .innerJoin("memberships as m", (join) =>
      join.onRef("m.family_id", "=", "d.family_id").onRef("m.person_id", "=", "d.person_id"),
    )
    .innerJoin("people as p", "p.id", "d.person_id")
    .innerJoin("families as f", "f.id", "d.family_id")
    .select(["d.family_id as familyId", "d.person_id as id", "d.phone_number as phoneNumber", "d.pin_hash"])
    .select(["p.username as name", "f.name as familyName", "f.time_zone as timeZone", "m.role"])
    .select("f.has_hellos as hasHellos")
    .where("m.role", "=", "grandparent");

export const findCallersFrom = (db: Db, phoneNumber: string) =>
  callers(db)
    .where("d.phone_number", "=", phoneNumber)
    .orderBy("d.opened_at")
    .orderBy("d.person_id")
    .execute();

/** The doors of a family's grandparents, as its members see them. */
export const findDoors = (db: Db, familyId: number) =>
  callers(db)
    .clearSelect()
    .select(["d.person_id as personId", "d.phone_number as phoneNumber"])
    .select((eb) => eb("d.pin_hash", "is not", null).$castTo<boolean>().as("hasPin"))
    .where("d.family_id", "=", familyId)
    .orderBy("d.person_id")
    .execute();

export type FoundCaller = Awaited<ReturnType<typeof findCallersFrom>>[number];

export const findCaller = (db: Db, { familyId, personId }: DoorKey) =>
  callers(db).where("d.family_id", "=", familyId).where("d.person_id", "=", personId).executeTakeFirst();

interface NewRecording extends DoorKey {
  readonly helpRequestId: number | null;
  readonly recording: CallRecording;
  readonly at: Date;
}

/** A provider that got no answer reports a recording again. */
export const insertRecording = (
  db: Db,
  { familyId, personId, helpRequestId, recording: { id, url, seconds }, at }: NewRecording,
) =>
  db
    .insertInto("phone_recordings")
    .values({
      family_id: familyId,
      id,
      person_id: personId,
      help_request_id: helpRequestId,
      url,
      seconds,
      recorded_at: at,
      fetch_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

interface RecordingKey {
  readonly family_id: number;
  readonly id: string;
}

export const deleteRecording = (db: Db, { family_id, id }: RecordingKey) =>
  db.deleteFrom("phone_recordings").where("family_id", "=", family_id).where("id", "=", id).execute();

export const postponeRecording = (db: Db, { family_id, id }: RecordingKey, fetch_at: Date) =>
  db
    .updateTable("phone_recordings")
    .set({ fetch_at })
    .where("family_id", "=", family_id)
    .where("id", "=", id)
    .execute();
