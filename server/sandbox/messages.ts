// In place of the providers in the sandbox: a table, so that every process sees it and a restart loses nothing.
import type { Db, Row } from "../db/schema.ts";
import type { Clock, Senders } from "../world.ts";

const mostKept = 200;

export type SandboxMessage = Row<"sandbox_messages">;

/** Newest first. */
export const messages = (db: Db): Promise<SandboxMessage[]> =>
  db.selectFrom("sandbox_messages").selectAll().orderBy("id", "desc").limit(mostKept).execute();

export const sandboxSenders = (db: Db, clock: Clock): Senders => ({
  async sms({ to, text }) {
    const message = { channel: "sms" as const, recipient: to, text, sent_at: clock.now() };
    await db.insertInto("sandbox_messages").values(message).execute();
    const kept = db
      .selectFrom("sandbox_messages")
      .select("id")
      .orderBy("id", "desc")
      .limit(1)
      .offset(mostKept);
    await db.deleteFrom("sandbox_messages").where("id", "<=", kept).execute();
  },
});
