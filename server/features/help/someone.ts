import type { Expression } from "kysely";
import { jsonObjectFrom } from "kysely/helpers/postgres";
import type { Db } from "#server/platform/db/schema.ts";

/** Selects a person as requests, replies and guides name them. People who have left the family are still named. */
export const someone = (db: Db, id: Expression<number | null>) =>
  jsonObjectFrom(
    db
      .selectFrom("people as someone")
      .select(["someone.id", "someone.username as name"])
      .where("someone.id", "=", id),
  );
