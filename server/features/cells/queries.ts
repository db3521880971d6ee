import { sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { Db } from "#server/platform/db/schema.ts";

/** The families of each of these people, in the order in which they joined. */
export const findPeopleWithFamilies = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom("people as p")
    .select("p.id")
    .select((select) =>
      jsonArrayFrom(
        select
          .selectFrom("memberships as m")
          .innerJoin("families as f", "f.id", "m.family_id")
          .select("f.name")
          .whereRef("m.person_id", "=", "p.id")
          .orderBy("m.joined_at")
          .orderBy("f.id"),
      ).as("families"),
    )
    .where("p.id", "in", ids)
    .execute();

const isOnItsWay = sql<boolean>`f.sealed_content is not null`;

/** Families that moved after `since`, and those that have not arrived yet, however long ago they left. */
const movedFamilies = (db: Db, since: Date) =>
  db
    .selectFrom("moved_families as f")
    .where(({ or, eb }) => or([eb("f.moved_at", ">", since), eb("f.sealed_content", "is not", null)]));

/** Where the family of a device has moved to. */
export const findMoveOfDevice = (db: Db, tokenHash: Buffer, since: Date) =>
  movedFamilies(db, since)
    .innerJoin("moved_sessions as s", "s.moved_family_id", "f.id")
    .select(["f.origin", "f.moved_at as movedAt", isOnItsWay.as("isOnItsWay")])
    .where("s.token_hash", "=", tokenHash)
    .executeTakeFirst();

/** The cells to which families have moved, and whether some have not arrived there yet. */
export const findCellsMovedTo = (db: Db, since: Date) =>
  movedFamilies(db, since)
    .select(["f.origin", sql<boolean>`bool_or(f.sealed_content is not null)`.as("isOnItsWay")])
    .groupBy("f.origin")
    .orderBy("f.origin")
    .execute();

/** The devices are deleted with their family. */
export async function deleteMovedBefore(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom("moved_families")
    .where("moved_at", "<=", before)
    .where("sealed_content", "is", null)
    .execute();
}

/** The person who is signed in on a device. */
export const findPersonOfDevice = (db: Db, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom("sessions")
    .select("person_id as personId")
    .where("token_hash", "=", tokenHash)
    .where("expires_at", ">", now)
    .executeTakeFirst();

export const findAddressesOfMembers = (db: Db, familyId: number) =>
  db
    .selectFrom("memberships as m")
    .innerJoin("people as p", "p.id", "m.person_id")
    .select(["p.id", "p.phone_number", "p.email"])
    .where("m.family_id", "=", familyId)
    .execute();

/** The members whom these messages are for, as long as they are in the family. */
export const findRecipientsOfMoves = (db: Db, messageIds: readonly number[]) =>
  db
    .selectFrom("messages as o")
    .innerJoin("families as f", "f.id", "o.family_id")
    .innerJoin("memberships as m", (join) =>
      join.onRef("m.family_id", "=", "o.family_id").onRef("m.person_id", "=", "o.person_id"),
    )
    .select(["o.id as messageId", "m.person_id as personId", "m.role"])
    .select(["f.name as familyName", "f.time_zone as timeZone"])
    .where("o.id", "in", messageIds)
    .execute();
