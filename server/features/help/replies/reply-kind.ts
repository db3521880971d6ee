// The message that somebody has replied to a request. It is sent only over channels that neither wake anybody nor
// cost money.
import { hourSeconds, minuteMs } from "#contract/durations.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { leaseMs } from "#server/platform/jobs/due-rows.ts";
import { quietChannelsOf } from "#server/platform/messages/channels.ts";
import type {
  Accepted,
  Message,
  MessageContent,
  MessageKind,
} from "#server/platform/messages/message-kind.ts";
import { enqueue } from "#server/platform/messages/outbox.ts";
import type { World } from "#server/platform/world.ts";
import { findLastReplies, findThread, findThreadMembers, findUnseenReplies, type Thread } from "./queries.ts";

/** Identifies the message in the outbox. Its subject is the request. */
export const replyMessage = { name: "help-reply", isUrgent: false } as const;

/** A screen that shows the thread reports within this time that the reply was seen, and then nothing is sent. */
const screenMs = 10_000;
/** Replies in quick succession share a message, unless the person has looked since the last one. */
const pauseMs = 5 * minuteMs;

type Request = Awaited<ReturnType<typeof findThread>>;
type ThreadMember = Awaited<ReturnType<typeof findThreadMembers>>[number];

/**
 * The person who asked hears about every answer. The others hear about what that person adds: the helper, and those who
 * have written; while nobody helps, everyone that the plan has asked by then.
 */
const isRecipient =
  ({ asked_by, helper_id }: Request, senderId: number) =>
  ({ personId, hasWritten, wasAsked }: ThreadMember): boolean => {
    if (personId === senderId) return false;
    if (asked_by !== senderId) return personId === asked_by;
    return personId === helper_id || hasWritten || (helper_id === null && wasAsked);
  };

function dueAtOf({ unseenLeaseEnd }: ThreadMember, now: Date): Date {
  const earliest = unseenLeaseEnd ? unseenLeaseEnd.getTime() - leaseMs + pauseMs : 0;
  return new Date(Math.max(now.getTime() + screenMs, earliest));
}

interface Written extends Thread {
  /** The sender. */
  readonly personId: number;
}

/** Notifies the other side about a reply, in the reply's transaction. */
export async function notifyOfReply(world: World, trx: Db, written: Written): Promise<void> {
  const now = world.clock.now();
  const request = await findThread(trx, written);
  const members = await findThreadMembers(trx, written, replyMessage.name);
  const recipients = members.filter(isRecipient(request, written.personId));
  if (recipients.length === 0) return;
  const dueAt = new Map(recipients.map((member) => [member.personId, dueAtOf(member, now)]));
  const channels = await quietChannelsOf(world, trx, [...dueAt.keys()]);
  const about = { kind: replyMessage, subjectId: written.requestId, familyId: written.familyId };
  const messages = channels.map((to) => ({ ...about, ...to, dueAt: dueAt.get(to.personId) ?? now }));
  await enqueue(trx, messages, now);
}

type UnseenReplies = Awaited<ReturnType<typeof findUnseenReplies>>[number];

const listed = new Intl.ListFormat("en-US");

/** Names the part of the newest reply that is not words. */
function shownBy({ picture_id, marks, voice_message_id, guide_id, ready_guide }: UnseenReplies) {
  if (picture_id !== null) return marks.length > 0 ? "marks" : "picture";
  if (voice_message_id !== null) return "voice message";
  return guide_id !== null || ready_guide !== null ? "guide" : null;
}

function titleOf(unseen: UnseenReplies): string {
  const { count, senders } = unseen;
  const names = listed.format(senders);
  if (count > 1) return `${count} new messages from ${names}`;
  const shows = shownBy(unseen);
  if (shows === null) return `New message from ${names}`;
  return shows === "marks" ? `${names} drew on a picture for you` : `${names} sent you a ${shows}`;
}

function replyContent(unseen: UnseenReplies): MessageContent {
  const { help_request_id, words, phrase } = unseen;
  return {
    title: titleOf(unseen),
    text: words ? `“${words}”` : `About “${phrase}”`,
    path: "/",
    push: {
      kind: "help",
      tag: `help-replies-${help_request_id}`,
      ttlSeconds: hourSeconds,
      urgency: "high",
    },
  };
}

/** A reply that arrived while the message about the previous one was being sent gets its own message. */
async function notifyOfLaterReplies(trx: Db, accepted: readonly Accepted[], now: Date): Promise<void> {
  const sentAt = new Map(accepted.map((each) => [each.message.id, each.sentAt]));
  const found = await findLastReplies(trx, [...sentAt.keys()]);
  const later = found.filter(({ id, lastReplyAt }) => lastReplyAt >= (sentAt.get(id) ?? now));
  const dueAt = new Date(now.getTime() + pauseMs);
  await enqueue(
    trx,
    later.map(({ familyId, subjectId, personId, channel }) => ({
      kind: replyMessage,
      familyId,
      subjectId,
      personId,
      channel,
      dueAt,
    })),
    now,
  );
}

export const replyKind: MessageKind = {
  ...replyMessage,
  async prepare({ database }, messages) {
    const found = await findUnseenReplies(
      database.reads,
      messages.map(({ id }) => id),
    );
    const unseen = new Map(found.map((row) => [row.message_id, row]));
    const parcels = messages.flatMap((message: Message) => {
      const about = unseen.get(message.id);
      return about ? [{ messages: [message] as const, content: () => replyContent(about) }] : [];
    });
    return { parcels };
  },
  accepted: notifyOfLaterReplies,
};
