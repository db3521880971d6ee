// In place of the providers in the sandbox: a table, so that every process sees it and a restart loses nothing.
import { PushPayload } from "#contract/messages.ts";
import type { Db, NewRow, Row } from "#server/db/schema.ts";
import { randomCode } from "#server/secrets.ts";
import type { Clock, Senders } from "#server/world.ts";

const maxKept = 200;

export type SandboxMessage = Row<"sandbox_messages">;

/** Newest first. */
export const messages = (db: Db): Promise<SandboxMessage[]> =>
  db.selectFrom("sandbox_messages").selectAll().orderBy("id", "desc").limit(maxKept).execute();

async function keep(db: Db, message: NewRow<"sandbox_messages">): Promise<void> {
  await db.insertInto("sandbox_messages").values(message).execute();
  const kept = db.selectFrom("sandbox_messages").select("id").orderBy("id", "desc").limit(1).offset(maxKept);
  await db.deleteFrom("sandbox_messages").where("id", "<=", kept).execute();
}

/** A browser that could subscribe can be reached too: what it is sent goes out, and is kept here beside. */
export const sandboxSenders = (db: Db, clock: Clock, push: Senders["push"]): Omit<Senders, "google"> => ({
  async sms({ to, text }) {
    await keep(db, { channel: "sms", recipient: to, text, sent_at: clock.now() });
    return { id: randomCode() };
  },
  email: ({ to, subject, text }) =>
    keep(db, { channel: "email", recipient: to, subject, text, sent_at: clock.now() }),
  async push(message) {
    const { title: subject, text } = PushPayload.parse(JSON.parse(message.payload));
    const recipient = message.subscription.endpoint;
    await keep(db, { channel: "push", recipient, subject, text, sent_at: clock.now() });
    await push(message);
  },
});
