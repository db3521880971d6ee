import { sql } from "kysely";
import type { Db, NewRow } from "#server/platform/db/schema.ts";

/** Newest first. */
export const findBackups = (db: Db, createdUntil: Date, max: number) =>
  db
    .selectFrom("backups")
    .select(["file", "bytes", "created_at as createdAt"])
    .where("created_at", "<=", createdUntil)
    .orderBy("created_at", "desc")
    .limit(max)
    .execute();

export const insertBackup = (db: Db, backup: NewRow<"backups">) =>
  db.insertInto("backups").values(backup).execute();

/** Jobs are due by the database's clock. */
export const makeJobDue = (db: Db, name: string) =>
  db.updateTable("jobs").set({ due_at: sql`now()` }).where("name", "=", name).execute();
