// The message that tells the helper that the person who asked is showing something. It is no longer needed once the
// helper looks.
import { sql } from "kysely";
import { minuteMs, minuteSeconds } from "#contract/durations.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { quietChannelsOf } from "#server/platform/messages/channels.ts";
import type { MessageContent, MessageKind } from "#server/platform/messages/message-kind.ts";
import { enqueue } from "#server/platform/messages/outbox.ts";
import type { World } from "#server/platform/world.ts";

/** Identifies the message in the outbox. Its subject is the request. */
export const videoCallMessage = { name: "video-call", isUrgent: true } as const;

/** A helper who has the app open sees the call at once, and needs no message. */
const screenMs = 5_000;
/** A call that is started again and again is announced once in this time. */
const pauseMs = minuteMs;

interface ShownTo {
  readonly familyId: number;
  readonly requestId: number;
  readonly helperId: number;
}

/** Notifies the helper in the transaction that starts the call. */
export async function notifyHelper(
  world: World,
  trx: Db,
  { familyId, requestId: subjectId, helperId }: ShownTo,
): Promise<void> {
  const now = world.clock.now();
  const { last } = await trx
    .selectFrom("messages")
    .select((select) => select.fn.max<Date | null>("due_at").as("last"))
    .where("kind", "=", videoCallMessage.name)
    .where("subject_id", "=", subjectId)
    .where("person_id", "=", helperId)
    .where("state", "in", ["ACCEPTED", "ARRIVED"])
    .executeTakeFirstOrThrow();
  const dueAt = new Date(Math.max(now.getTime() + screenMs, (last?.getTime() ?? 0) + pauseMs));
  const channels = await quietChannelsOf(world, trx, [helperId]);
  const message = { kind: videoCallMessage, subjectId, familyId, dueAt };
  await enqueue(
    trx,
    channels.map((to) => ({ ...message, ...to })),
    now,
  );
}

interface WaitingCall {
  readonly message_id: number;
  readonly help_request_id: number;
  readonly phrase: string;
  readonly asker: string;
}

const videoCallContent = ({ help_request_id, phrase, asker }: WaitingCall): MessageContent => ({
  title: `${asker} wants to show you something`,
  text: `“${phrase}” Tap to look.`,
  path: `/video-call/${help_request_id}`,
  push: {
    kind: "help",
    tag: `video-call-${help_request_id}`,
    ttlSeconds: 5 * minuteSeconds,
    urgency: "high",
  },
});

export const videoCallKind: MessageKind = {
  ...videoCallMessage,
  async prepare({ database }, messages) {
    const ids = messages.map(({ id }) => id);
    const { rows } = await sql<WaitingCall>`
      select m.id as message_id, r.id as help_request_id, r.phrase, asker.username as asker
      from messages m
      join help_requests r on r.family_id = m.family_id and r.id = m.subject_id and r.state = 'ACKNOWLEDGED'
        and r.helper_id = m.person_id
      join video_calls v on v.family_id = r.family_id and v.help_request_id = r.id and v.helper_id = m.person_id
        and v.answer is null
      join people asker on asker.id = r.asked_by
      where m.id = any (${ids}::bigint[])`.execute(database.kysely);
    const waiting = new Map(rows.map((row) => [row.message_id, row]));
    const parcels = messages.flatMap((message) => {
      const call = waiting.get(message.id);
      return call ? [{ messages: [message] as const, content: () => videoCallContent(call) }] : [];
    });
    return { parcels };
  },
};
