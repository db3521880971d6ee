import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import type { Db, Schema } from "#server/platform/db/schema.ts";

/** The condition that the person in a row of `people` gets messages on a device where they are signed in. */
export const hasSubscription = (
  { exists, selectFrom }: ExpressionBuilder<Schema, "people">,
  now: Date,
): Expression<SqlBool> =>
  exists(
    selectFrom("push_subscriptions as u")
      .innerJoin("sessions as s", "s.id", "u.session_id")
      .select("u.id")
      .whereRef("u.person_id", "=", "people.id")
      .where("s.expires_at", ">", now),
  );

/** The addresses of the devices on which a person is signed in. */
export async function findEndpoints(db: Db, personId: number, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("push_subscriptions as p")
    .innerJoin("sessions as s", "s.id", "p.session_id")
    .select("p.endpoint")
    .where("p.person_id", "=", personId)
    .where("s.expires_at", ">", now)
    .execute();
  return rows.map(({ endpoint }) => endpoint);
}

export const findSubscription = (db: Db, endpoint: string) =>
  db
    .selectFrom("push_subscriptions")
    .select(["endpoint", "p256dh", "auth"])
    .where("endpoint", "=", endpoint)
    .executeTakeFirst();
