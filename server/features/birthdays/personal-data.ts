// Exports birthdays. They are erased with the membership of their person.
import { inOnePage, inPagesById, type Pages, pageSize } from "#server/platform/db/pages.ts";
import type { Db } from "#server/platform/db/schema.ts";

export const exportedBirthdays = (db: Db, familyId: number): Pages =>
  inPagesById((after) =>
    db
      .selectFrom("birthdays as b")
      .innerJoin("people as p", "p.id", "b.person_id")
      .select(["p.id", "p.username as person", "b.month", "b.day", "b.year"])
      .where("b.family_id", "=", familyId)
      .where("p.id", ">", after)
      .orderBy("p.id")
      .limit(pageSize)
      .execute(),
  );

export const exportedOwnBirthday = (db: Db, familyId: number, personId: number): Pages =>
  inOnePage(() =>
    db
      .selectFrom("birthdays")
      .select(["family_id as familyId", "month", "day", "year"])
      .where("family_id", "=", familyId)
      .where("person_id", "=", personId)
      .execute(),
  );
