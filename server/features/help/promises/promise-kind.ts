// The messages about a promise to call or come: to the helper at its time, and to the person who needs help after it.

import { sql } from "kysely";
import { minuteSeconds } from "#contract/durations.ts";
import { callNumberOf } from "#server/features/families/families.ts";
import type { Message, MessageContent, MessageKind } from "#server/platform/messages/message-kind.ts";
import type { World } from "#server/platform/world.ts";
import { reserveText } from "../requests/delivery/help-kind.ts";

/** Identifies the message about a promise in the outbox. Its subject is the request. */
export const promiseMessage = { name: "help-promise", isUrgent: true } as const;

interface PromiseMessage {
  readonly message_id: number;
  readonly about: "DUE" | "ASKED" | "MISSED";
  readonly family_id: number;
  readonly help_request_id: number;
  readonly phrase: string;
  readonly asker: string;
  readonly asker_phone_number: string | null;
  readonly helper: string | null;
  readonly is_coming: boolean;
}

// A reminder is wanted while the same person helps, and the question while the promise is open. Its recipient may have
// left the family since it was enqueued.
const wantedMessages = async ({ database }: World, messages: readonly Message[]) => {
  const ids = messages.map(({ id }) => id);
  const { rows } = await sql<PromiseMessage>`
    select m.id as message_id, m.about, r.family_id, r.id as help_request_id, r.phrase, asker.username as asker,
      ${sql.raw(callNumberOf("asker"))} as asker_phone_number, helper.username as helper, coalesce(p.kind = 'COMING', false) as is_coming
    from messages m
    join memberships b on b.family_id = m.family_id and b.person_id = m.person_id
    join help_requests r on r.family_id = m.family_id and r.id = m.subject_id and r.closed_at is null
    join people asker on asker.id = r.asked_by
    left join people helper on helper.id = r.helper_id
    left join help_promises p on p.family_id = r.family_id and p.help_request_id = r.id and p.ended_at is null
    where m.id = any (${ids}::bigint[]) and case m.about
      when 'DUE' then r.helper_id = m.person_id and p.reminded_at is not null
      when 'ASKED' then p.asked_at is not null
      else r.helper_id is distinct from m.person_id end`.execute(database.kysely);
  return new Map(rows.map((row) => [row.message_id, row]));
};

const titles: Record<PromiseMessage["about"], (message: PromiseMessage) => string> = {
  DUE: ({ asker }) => `Time to call ${asker}`,
  ASKED: ({ helper, is_coming }) => `Did ${helper} ${is_coming ? "come" : "call"}?`,
  MISSED: ({ asker }) => `${asker} is still waiting for you`,
};

const texts: Record<PromiseMessage["about"], (message: PromiseMessage) => string> = {
  DUE: ({ asker, phrase }) => `You told ${asker} that you'd call now: “${phrase}”`,
  ASKED: () => "Please tap to say yes or not yet.",
  MISSED: ({ phrase }) => `“${phrase}” We're asking your family again.`,
};

function promiseContent(message: PromiseMessage): MessageContent {
  const { about, asker, asker_phone_number: callNumber, help_request_id } = message;
  const [title, text] = [titles[about](message), texts[about](message)];
  const isToHelper = about !== "ASKED";
  return {
    title,
    text,
    path: "/",
    sms: [`${title}.`, text, ...(isToHelper && callNumber ? [callNumber] : [])].join(" "),
    push: {
      kind: "help",
      tag: `help-promise-${help_request_id}`,
      ...(isToHelper && callNumber && { callName: asker, callNumber }),
      ttlSeconds: 15 * minuteSeconds,
      urgency: "high",
    },
  };
}

export const promiseKind: MessageKind = {
  ...promiseMessage,
  async prepare(world, messages) {
    const wanted = await wantedMessages(world, messages);
    const parcels = messages.flatMap((message) => {
      const about = wanted.get(message.id);
      return about ? [{ messages: [message] as const, content: () => promiseContent(about) }] : [];
    });
    return { parcels };
  },
  reserve: reserveText,
};
