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
