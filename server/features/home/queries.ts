import type { Db } from "#server/platform/db/schema.ts";

export const findSession = (db: Db, sessionId: number) =>
  db
    .selectFrom("sessions")
    .select(["expires_at as expiresAt", "last_used_at as lastUsedAt"])
    .where("id", "=", sessionId)
    .executeTakeFirst();
