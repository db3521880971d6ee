// Exports the numbers from which a person can call Porchlight. They are deleted with the membership.
import { inOnePage, type Pages } from "#server/platform/db/pages.ts";
import type { Db } from "#server/platform/db/schema.ts";

export const exportedPhoneDoor = (db: Db, familyId: number, personId: number): Pages =>
  inOnePage(() =>
    db
      .selectFrom("phone_doors")
      .select(["family_id as familyId", "phone_number as phoneNumber", "opened_at as openedAt"])
      .where("family_id", "=", familyId)
      .where("person_id", "=", personId)
      .execute(),
  );
