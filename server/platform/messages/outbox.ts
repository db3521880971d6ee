// The outbox: everything that is to go out to people, with its due times.
import { sql } from "kysely";
import { channels, channelTraits } from "#contract/channels.ts";
import type { Channel } from "#contract/messages.ts";
import { deleteInBatches } from "#server/platform/db/delete-in-batches.ts";
import type { Db, NewRow } from "#server/platform/db/schema.ts";
import { type DueRows, leaseMs } from "#server/platform/jobs/due-rows.ts";
import { wake } from "#server/platform/jobs/worker.ts";
import type { World } from "#server/platform/world.ts";
import type { Message, MessageKind } from "./message-kind.ts";

/** A message that is added to the outbox. */
export interface NewMessage {
  readonly kind: Pick<MessageKind, "name" | "isUrgent" | "isSpoken">;
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

/** A person can have a channel that is spoken, and a message no words for it. */
const canBeSent = ({ kind, about = "", channel }: NewMessage): boolean =>
  !channelTraits[channel].isSpoken || (kind.isSpoken?.(about) ?? false);

const rowsOf = (messages: readonly NewMessage[], now: Date): NewRow<"messages">[] =>
  messages
    .filter(canBeSent)
    .map(({ kind, about = "", subjectId, familyId, personId, channel, address, dueAt = now }) => ({
      kind: kind.name,
      is_urgent: kind.isUrgent,
      about,
      subject_id: subjectId ?? null,
      family_id: familyId ?? null,
      person_id: personId,
      channel,
      address: address ?? null,
      created_at: now,
      due_at: dueAt,
    }));

/** A statement of this many rows stays far below the number of parameters that PostgreSQL takes. */
const maxRows = 1_000;

/**
 * Adds messages. A message that is already waiting becomes due at the new time instead, or at the earlier of both where
 * it must not be sent twice: then one that a server is sending at the moment stays as it is.
 */
async function insertMessages(
  trx: Db,
  messages: readonly NewRow<"messages">[],
  whenWaiting: "replace due time" | "keep earlier due time",
): Promise<number[]> {
  // A statement must not meet the same message twice.
  const distinct = [...new Map(messages.map((message) => [JSON.stringify(message), message])).values()];
  const ids: number[] = [];
  for (let first = 0; first < distinct.length; first += maxRows) {
    const inserted = await trx
      .insertInto("messages")
      .values(distinct.slice(first, first + maxRows))
      .onConflict((conflict) => {
        const waiting = conflict
          .columns(["kind", "about", "subject_id", "person_id", "channel"])
          .where("state", "=", sql.lit("WAITING"));
        if (whenWaiting === "replace due time")
          return waiting.doUpdateSet(({ ref }) => ({ due_at: ref("excluded.due_at") }));
        return waiting
          .doUpdateSet(({ fn, ref }) => ({
            due_at: fn<Date>("least", [ref("messages.due_at"), ref("excluded.due_at")]),
          }))
          .where(({ or, eb, ref }) =>
            or([
              eb("messages.lease_until", "is", null),
              eb("messages.lease_until", "<=", ref("excluded.created_at")),
            ]),
          );
      })
      .returning("id")
      .execute();
    ids.push(...inserted.map(({ id }) => id));
  }
  return ids;
}

/**
 * Adds messages in the transaction of their cause. A message that is already waiting becomes due, and is not added
 * twice.
 */
export async function enqueue(trx: Db, messages: readonly NewMessage[], now: Date): Promise<void> {
  if (messages.length === 0) return;
  await insertMessages(trx, rowsOf(messages, now), "keep earlier due time");
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
  const ids = await insertMessages(trx, rowsOf(messages, now), "replace due time");
  if (ids.length === 0) return [];
  return await trx
    .updateTable("messages")
    .set((eb) => ({ due_at: leaseEnd, lease_until: leaseEnd, attempts: eb("attempts", "+", 1) }))
    .where("id", "in", ids)
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

/** Deletes old messages that were settled. Those about an open request stay, because an answer by text is matched to them. */
export const deleteOldMessages = ({ database, clock, config }: World): Promise<void> =>
  deleteInBatches(
    database.kysely,
    "messages",
    ["id"],
    sql`state <> 'WAITING' and created_at < ${new Date(clock.now().getTime() - config.retention.messagesMs)}
      and not exists (select from help_requests r
        where r.family_id = messages.family_id and r.id = messages.subject_id and r.closed_at is null)`,
  );
