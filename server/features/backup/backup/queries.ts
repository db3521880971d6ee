import { type NotNull, sql } from "kysely";
import type { Db, NewRow } from "#server/platform/db/schema.ts";

/** Newest first. */
export const findBackups = (db: Db, createdUntil: Date, max: number) =>
  db
    .selectFrom("backups")
    .select(["file", "bytes", "media_bytes as mediaBytes", "created_at as createdAt"])
    .where("created_at", "<=", createdUntil)
    .orderBy("created_at", "desc")
    .limit(max)
    .execute();

export const insertBackup = (db: Db, backup: NewRow<"backups">) =>
  db.insertInto("backups").values(backup).execute();

/** Jobs are due by the database's clock. */
export const makeJobDue = (db: Db, name: string) =>
  db.updateTable("jobs").set({ due_at: sql`now()` }).where("name", "=", name).execute();

/** Pictures and voice messages that have no key yet. */
export const findWithoutKey = (db: Db, limit: number) =>
  db
    .selectFrom("media")
    .select(["id", "bytes"])
    .where("content_key", "is", null)
    .where("bytes", "is not", null)
    .$narrowType<{ bytes: NotNull }>()
    .orderBy("id")
    .limit(limit)
    .execute();

export const setKey = (db: Db, id: number, key: string) =>
  db.updateTable("media").set({ content_key: key }).where("id", "=", id).execute();
