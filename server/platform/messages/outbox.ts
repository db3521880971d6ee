// The outbox: everything that is to go out to people, with its due times.
import { sql } from "kysely";
import { type Channel, channels } from "#contract/messages.ts";
import { deleteInBatches } from "#server/platform/db/delete-in-batches.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { type DueRows, leaseMs } from "#server/platform/jobs/due-rows.ts";
import { wake } from "#server/platform/jobs/worker.ts";
import type { World } from "#server/platform/world.ts";
import type { Message, MessageKind } from "./message-kind.ts";

/** A message that is added to the outbox. */
export interface NewMessage {
  readonly kind: Pick<MessageKind, "name" | "isUrgent">;
  /** The variant of its kind. */
  readonly about?: string;
  readonly subjectId?: number | undefined;
  readonly familyId?: number | null;
  /** Null for a person who has no account yet. */
  readonly personId: number | null;
  readonly channel: Channel;
  /** The address, if it is not one of the recipient's account. */
  readonly address?: string;
  /** Now, if it is left out. */
  readonly dueAt?: Date;
}

/** Urgent messages and the others are claimed and counted separately, so that the urgent ones never wait. */
export const queueNames = { urgent: "urgent-messages", ordinary: "messages" } as const;

export const queueOf = (isUrgent: boolean) => (isUrgent ? queueNames.urgent : queueNames.ordinary);

export const dueMessages = (isUrgent: boolean): DueRows<"messages"> => ({
  table: "messages",
  keys: ["id"],
  due: "due_at",
  lease: "lease_until",
  attempts: "attempts",
  where: sql`state = 'WAITING' and is_urgent = ${sql.lit(isUrgent)}`,
  order: sql`due_at, id`,
  lanes: { column: "channel", names: channels },
});

const waiting = "(kind, about, subject_id, person_id, channel) where state = 'WAITING'";

// A message that a server is sending at the moment is not sent a second time.
const becomesDue = `on conflict ${waiting} do update set due_at = least(messages.due_at, excluded.due_at)
    where coalesce(messages.lease_until <= excluded.created_at, true)`;

/**
 * Passed as one parameter, because a step of many requests can have more messages than a statement can have parameters.
 */
const rowsOf = (messages: readonly NewMessage[], now: Date) => sql`
    insert into messages (kind, is_urgent, about, subject_id, family_id, person_id, channel, address, created_at, due_at)
    select distinct kind, "isUrgent", about, "subjectId", "familyId", "personId", channel, address, ${now}::timestamptz,
      coalesce("dueAt", ${now}::timestamptz)
    from jsonb_to_recordset(${JSON.stringify(
      messages.map(({ kind, about = "", ...rest }) => ({
        ...rest,
        about,
        kind: kind.name,
        isUrgent: kind.isUrgent,
      })),
    )}::jsonb) as message (kind text, "isUrgent" boolean, about text, "subjectId" bigint, "familyId" integer,
      "personId" integer, channel text, address text, "dueAt" timestamptz)`;

/**
 * Adds messages in the transaction of their cause. A message that is already waiting becomes due, and is not added
 * twice.
 */
export async function enqueue(trx: Db, messages: readonly NewMessage[], now: Date): Promise<void> {
  if (messages.length === 0) return;
  await sql`${rowsOf(messages, now)} ${sql.raw(becomesDue)}`.execute(trx);
  for (const queue of new Set(messages.map(({ kind }) => queueOf(kind.isUrgent)))) await wake(trx, queue);
}

/**
 * Adds messages that this server itself sends as soon as the transaction is committed, because somebody waits for the
 * result. If it dies before that, any server sends them.
 */
export async function enqueueClaimed(
  trx: Db,
  messages: readonly NewMessage[],
  now: Date,
): Promise<Message[]> {
  if (messages.length === 0) return [];
  const leaseEnd = new Date(now.getTime() + leaseMs);
  const { rows } = await sql<Pick<Message, "id">>`${rowsOf(messages, now)}
    on conflict ${sql.raw(waiting)} do update set due_at = excluded.due_at returning id`.execute(trx);
  return await trx
    .updateTable("messages")
    .set({ due_at: leaseEnd, lease_until: leaseEnd, attempts: sql`attempts + 1` })
    .where(
      "id",
      "in",
      rows.map(({ id }) => id),
    )
    .returningAll()
    .execute();
}

/** Stops those waiting messages of a kind that the caller picks by further conditions, because they are no longer true. */
export const stopWaiting = (trx: Db, { name }: Pick<MessageKind, "name">) =>
  trx
    .updateTable("messages")
    .set({ state: "STOPPED", lease_until: null })
    .where("kind", "=", name)
    .where("state", "=", "WAITING");

/** Sends waiting messages over another channel, because their recipient has chosen one. */
export async function redirectMessages(
  trx: Db,
  kind: Pick<MessageKind, "name">,
  to: { familyId: number; personId: number; channel: Channel },
): Promise<void> {
  await trx
    .updateTable("messages")
    .set({ channel: to.channel })
    .where("kind", "=", kind.name)
    .where("family_id", "=", to.familyId)
    .where("person_id", "=", to.personId)
    .where("state", "=", "WAITING")
    .execute();
}

/** Deletes messages three months after they were settled. Urgent ones stay with their subject. */
export const deleteOldMessages = ({ database, clock }: World): Promise<void> =>
  deleteInBatches(
    database.kysely,
    "messages",
    ["id"],
    sql`not is_urgent and state <> 'WAITING' and created_at < ${clock.now()}::timestamptz - interval '3 months'`,
  );
