import type { Db, NewRow } from "#server/platform/db/schema.ts";

interface BirthdayKey {
  readonly familyId: number;
  readonly personId: number;
}

export const findBirthday = (db: Db, { familyId, personId }: BirthdayKey) =>
  db
    .selectFrom("birthdays")
    .select(["month", "day", "year"])
    .where("family_id", "=", familyId)
    .where("person_id", "=", personId)
    .executeTakeFirst();

export async function upsertBirthday(
  trx: Db,
  { family_id, person_id, ...birthday }: NewRow<"birthdays">,
): Promise<void> {
  await trx
    .insertInto("birthdays")
    .values({ family_id, person_id, ...birthday })
    .onConflict((conflict) => conflict.columns(["family_id", "person_id"]).doUpdateSet(birthday))
    .execute();
}

/** Returns false if the person had none. */
export async function deleteBirthday(trx: Db, { familyId, personId }: BirthdayKey): Promise<boolean> {
  const deleted = await trx
    .deleteFrom("birthdays")
    .where("family_id", "=", familyId)
    .where("person_id", "=", personId)
    .returning("person_id")
    .executeTakeFirst();
  return deleted !== undefined;
}
