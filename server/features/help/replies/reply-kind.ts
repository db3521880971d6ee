// The message that somebody has replied to a request. It is sent only over channels that neither wake anybody nor
// cost money.
import { CompiledQuery, sql } from "kysely";
import { hourSeconds, minuteMs } from "#contract/durations.ts";
import type { Channel } from "#contract/messages.ts";
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
import { helpMessage } from "../requests/help-message.ts";

/** Identifies the message in the outbox. Its subject is the request. */
export const replyMessage = { name: "help-reply", isUrgent: false } as const;

/** A screen that shows the thread reports within this time that the reply was seen, and then nothing is sent. */
const screenMs = 10_000;
/** Replies in quick succession share a message, unless the person has looked since the last one. */
const pauseMs = 5 * minuteMs;

// The person who asked hears about every answer. The others hear about what that person adds: the helper, and those
// who have written; while nobody helps, everyone that the plan has asked by then.
const listRecipients = `select m.person_id as "personId", (
      select max(s.due_at) - interval '${leaseMs} milliseconds' from messages s
      where s.kind = '${replyMessage.name}' and s.subject_id = r.id and s.person_id = m.person_id
        and s.state in ('ACCEPTED', 'ARRIVED') and not exists (
          select from help_reply_receipts e join help_replies p on p.family_id = e.family_id and p.id = e.reply_id
          where e.family_id = r.family_id and e.person_id = m.person_id and p.help_request_id = r.id
            and e.at > s.created_at
        )
    ) as "unseenSince"
  from help_requests r join memberships m on m.family_id = r.family_id and m.person_id <> $3
  where r.family_id = $1 and r.id = $2 and case
    when r.asked_by <> $3 then m.person_id = r.asked_by
    when m.person_id = r.helper_id then true
    else exists (
      select from help_replies p
      where p.family_id = r.family_id and p.help_request_id = r.id and p.person_id = m.person_id
    ) or r.helper_id is null and exists (
      select from messages a
      where a.kind = '${helpMessage.name}' and a.about = 'ASKED' and a.subject_id = r.id and a.person_id = m.person_id
    ) end`;

interface Written {
  readonly familyId: number;
  readonly requestId: number;
  /** The sender. */
  readonly personId: number;
}

/** Notifies the other side about a reply, in the reply's transaction. */
export async function notifyOfReply(world: World, trx: Db, written: Written): Promise<void> {
  const { familyId, requestId, personId } = written;
  const { rows } = await trx.executeQuery<{ personId: number; unseenSince: Date | null }>(
    CompiledQuery.raw(listRecipients, [familyId, requestId, personId]),
  );
  if (rows.length === 0) return;
  const now = world.clock.now();
  const dueAt = new Map(
    rows.map(({ personId, unseenSince }) => {
      const earliest = unseenSince ? unseenSince.getTime() + pauseMs : 0;
      return [personId, new Date(Math.max(now.getTime() + screenMs, earliest))];
    }),
  );
  const channels = await quietChannelsOf(world, trx, [...dueAt.keys()]);
  const about = { kind: replyMessage, subjectId: requestId, familyId };
  const messages = channels.map((to) => ({ ...about, ...to, dueAt: dueAt.get(to.personId) ?? now }));
  await enqueue(trx, messages, now);
}

interface UnseenReplies {
  readonly message_id: number;
  readonly family_id: number;
  readonly help_request_id: number;
  readonly phrase: string;
  readonly count: number;
  readonly senders: readonly string[];
  /** The newest reply. */
  readonly words: string | null;
  readonly shows: "picture" | "marks" | "voice message" | "guide" | null;
}

// Somebody who has left the family in the meantime is not notified.
const findUnseen = {
  name: "find-unseen-help-replies",
  text: `select m.id as message_id, r.family_id, r.id as help_request_id, r.phrase, unseen.count, unseen.senders,
      newest.words, case
        when newest.picture_id is not null then case when newest.marks <> '[]' then 'marks' else 'picture' end
        when newest.voice_message_id is not null then 'voice message'
        when newest.guide_id is not null or newest.ready_guide is not null then 'guide'
      end as shows
    from messages m
    join help_requests r on r.family_id = m.family_id and r.id = m.subject_id
    join memberships on memberships.family_id = m.family_id and memberships.person_id = m.person_id
    cross join lateral (
      select count(*)::integer as count, max(p.id) as newest_id, array_agg(distinct s.username) as senders
      from help_replies p join people s on s.id = p.person_id
      where p.family_id = r.family_id and p.help_request_id = r.id and p.person_id <> m.person_id
        and r.asked_by in (m.person_id, p.person_id) and not exists (
          select from help_reply_receipts e
          where e.family_id = p.family_id and e.reply_id = p.id and e.person_id = m.person_id
        )
    ) as unseen
    join help_replies newest on newest.family_id = r.family_id and newest.id = unseen.newest_id
    where m.id = any ($1::bigint[])`,
};

const listed = new Intl.ListFormat("en-US");

function titleOf({ count, senders, shows }: UnseenReplies): string {
  const names = listed.format(senders);
  if (count > 1) return `${count} new messages from ${names}`;
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

interface Recipient {
  readonly familyId: number;
  readonly subjectId: number;
  readonly personId: number;
  readonly channel: Channel;
}

/** A reply that arrived while the message about the previous one was being sent gets its own message. */
async function notifyOfLaterReplies(trx: Db, accepted: readonly Accepted[], now: Date): Promise<void> {
  const ids = accepted.map(({ message }) => message.id);
  const times = accepted.map(({ sentAt }) => sentAt);
  const { rows } = await sql<Recipient>`
    select m.family_id as "familyId", m.subject_id as "subjectId", m.person_id as "personId", m.channel
    from unnest(${ids}::bigint[], ${times}::timestamptz[]) as sent (id, at) join messages m on m.id = sent.id
    where exists (
      select from help_replies p
      where p.family_id = m.family_id and p.help_request_id = m.subject_id and p.person_id <> m.person_id
        and p.at >= sent.at
    )`.execute(trx);
  const dueAt = new Date(now.getTime() + pauseMs);
  await enqueue(
    trx,
    rows.map((row) => ({ ...row, kind: replyMessage, dueAt })),
    now,
  );
}

export const replyKind: MessageKind = {
  ...replyMessage,
  async prepare({ database }, messages) {
    const ids = messages.map(({ id }) => id);
    const found = await database.read<UnseenReplies>(findUnseen, [ids]);
    const unseen = new Map(found.map((row) => [row.message_id, row]));
    const parcels = messages.flatMap((message: Message) => {
      const about = unseen.get(message.id);
      return about ? [{ messages: [message] as const, content: () => replyContent(about) }] : [];
    });
    return { parcels };
  },
  accepted: notifyOfLaterReplies,
};
