// The message that tells the helper that the person who asked is showing something. It is no longer needed once the
// helper looks.
import { minuteMs, minuteSeconds } from "#contract/durations.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { quietChannelsOf } from "#server/platform/messages/channels.ts";
import type { MessageContent, MessageKind } from "#server/platform/messages/message-kind.ts";
import { enqueue } from "#server/platform/messages/outbox.ts";
import type { World } from "#server/platform/world.ts";
import { findLastAnnouncement, findWaitingCalls } from "./queries.ts";

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
  { familyId, requestId, helperId }: ShownTo,
): Promise<void> {
  const now = world.clock.now();
  const last = await findLastAnnouncement(trx, { kind: videoCallMessage.name, requestId, helperId });
  const dueAt = new Date(Math.max(now.getTime() + screenMs, (last?.getTime() ?? 0) + pauseMs));
  const channels = await quietChannelsOf(world, trx, [helperId]);
  const message = { kind: videoCallMessage, subjectId: requestId, familyId, dueAt };
  await enqueue(
    trx,
    channels.map((to) => ({ ...message, ...to })),
    now,
  );
}

type WaitingCall = Awaited<ReturnType<typeof findWaitingCalls>>[number];

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
  notAgain: "Nobody waits in that call anymore.",
  async prepare({ database }, messages) {
    const found = await findWaitingCalls(
      database.reads,
      messages.map(({ id }) => id),
    );
    const waiting = new Map(found.map((row) => [row.message_id, row]));
    const parcels = messages.flatMap((message) => {
      const call = waiting.get(message.id);
      return call ? [{ messages: [message] as const, content: () => videoCallContent(call) }] : [];
    });
    return { parcels };
  },
};
