import { sql } from "kysely";
import { jsonBuildObject } from "kysely/helpers/postgres";
import type { ChosenEscalationPlan } from "#contract/help/plan.ts";
import type { Db, Row } from "#server/platform/db/schema.ts";

/** The family's own plan, or undefined while it uses Porchlight's. */
export const findPlan = (db: Db, familyId: number) =>
  db
    .selectFrom("escalation_plans")
    .select(["steps", "first_contact_id as firstContactId"])
    .select((eb) =>
      eb
        .case()
        .when("quiet_from", "is not", null)
        .then(
          jsonBuildObject({
            from: sql<string>`to_char(${eb.ref("quiet_from")}, 'HH24:MI')`,
            until: sql<string>`to_char(${eb.ref("quiet_until")}, 'HH24:MI')`,
          }),
        )
        .end()
        .as("quietHours"),
    )
    .where("family_id", "=", familyId)
    .executeTakeFirst();

export async function storePlan(
  trx: Db,
  familyId: number,
  { steps, firstContactId, quietHours }: ChosenEscalationPlan,
): Promise<void> {
  const plan = {
    steps: JSON.stringify(steps),
    first_contact_id: firstContactId,
    quiet_from: quietHours?.from ?? null,
    quiet_until: quietHours?.until ?? null,
  } satisfies Record<Exclude<keyof Row<"escalation_plans">, "family_id">, unknown>;
  await trx
    .insertInto("escalation_plans")
    .values({ family_id: familyId, ...plan })
    .onConflict((conflict) => conflict.column("family_id").doUpdateSet(plan))
    .execute();
}

/** Returns false if the family had no plan of its own. */
export async function deletePlan(trx: Db, familyId: number): Promise<boolean> {
  const deleted = await trx
    .deleteFrom("escalation_plans")
    .where("family_id", "=", familyId)
    .returning("family_id")
    .executeTakeFirst();
  return deleted !== undefined;
}

export async function isHelper(db: Db, familyId: number, personId: number): Promise<boolean> {
  const helper = await db
    .selectFrom("memberships")
    .select("person_id")
    .where("family_id", "=", familyId)
    .where("person_id", "=", personId)
    .where("role", "<>", "grandparent")
    .executeTakeFirst();
  return helper !== undefined;
}
