import type { Db, Row } from "#server/platform/db/schema.ts";

type Choice = Row<"operator_choices">;

export const findAllChoices = (db: Db) =>
  db.selectFrom("operator_choices").select(["name", "value"]).execute();

export async function upsertChoice(trx: Db, { name, ...choice }: Choice): Promise<void> {
  await trx
    .insertInto("operator_choices")
    .values({ name, ...choice })
    .onConflict((conflict) => conflict.column("name").doUpdateSet(choice))
    .execute();
}

export async function deleteChoice(trx: Db, name: string): Promise<void> {
  await trx.deleteFrom("operator_choices").where("name", "=", name).execute();
}
