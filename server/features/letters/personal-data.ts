// Exports whether a person gets the Sunday letter. It is deleted with the membership.
import { inOnePage, type Pages } from "#server/platform/db/pages.ts";
import type { Db } from "#server/platform/db/schema.ts";

export const exportedLetterMessages = (db: Db, familyId: number, personId: number): Pages =>
  inOnePage(() =>
    db
      .selectFrom("letter_recipients")
      .select(["family_id as familyId", "last_saturday as lastSaturday"])
      .where("family_id", "=", familyId)
      .where("person_id", "=", personId)
      .execute(),
  );
