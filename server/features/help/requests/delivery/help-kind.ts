// The messages about help requests.
import { CompiledQuery, sql } from "kysely";
import { scamCategoryId } from "#contract/help/known-categories.ts";
import { callNumberOf } from "#server/features/families/families.ts";
import { giveBackAllowances, takeAllowances, type Use } from "#server/platform/allowances/allowances.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { channelsTo, wakingChannels } from "#server/platform/messages/channels.ts";
import type { Message, MessageKind } from "#server/platform/messages/message-kind.ts";
import { enqueueing } from "#server/platform/messages/outbox.ts";
import type { World } from "#server/platform/world.ts";
import { helpMessage, wakingWorkers } from "../help-message.ts";
import { lockRequests, transition } from "../lifecycle.ts";
import type { RequestKey } from "../queries.ts";
import { recordReceipt } from "../receipts.ts";
import { type Actor, isClosed } from "../requests.ts";
import { type Group, type HelpMessage, helpContent } from "./help-content.ts";
import { markUnreachable } from "./unreachable.ts";

// A recipient may have left the family since the message was enqueued.
const findRequests = {
  name: "find-requests-of-help-messages",
  text: `select m.id as message_id, m.about, m.state = 'STOPPED' as is_stopped, r.family_id, r.id as help_request_id, r.state,
      r.phrase, r.is_urgent, r.asked_by, asker.username as asker,
      ${callNumberOf("asker")} as asker_phone_number,
      helper.username as helper, finisher.username as finisher, finisher.id as finisher_id,
      r.category_id is not distinct from ${scamCategoryId} as is_scam_check,
      (select coalesce(json_agg(json_build_object('verdict', v.verdict)), '[]') from help_verdicts v
        where v.family_id = r.family_id and v.help_request_id = r.id) as verdicts
    from messages m
    join memberships b on b.family_id = m.family_id and b.person_id = m.person_id
    join help_requests r on r.family_id = m.family_id and r.id = m.subject_id
    join people asker on asker.id = r.asked_by
    left join people helper on helper.id = r.helper_id
    left join lateral (
      select p.id, p.username from help_request_receipts t join people p on p.id = t.person_id
      where t.family_id = r.family_id and t.help_request_id = r.id and t.state = 'RESOLVED'
      order by t.at, t.id limit 1
    ) finisher on true
    where m.id = any ($1::bigint[])`,
};

/**
 * A step can fire at the same moment as an acknowledgement. Its messages are no longer wanted then. An
 * acknowledgement stops the messages that it finds. One that was claimed before that counts as sent, because its
 * recipient gets a follow-up.
 */
function isWanted({ about, state, is_stopped, helper }: HelpMessage): boolean {
  const isAnswered = state === "ACKNOWLEDGED" || isClosed({ state });
  if (about === "ASKED") return is_stopped || !isAnswered;
  // The helper may have handed the request on.
  if (about === "ACKNOWLEDGED") return helper !== null;
  return about !== "REMINDED" || state === "ACKNOWLEDGED";
}

async function wantedMessages({ database }: World, messages: readonly Message[]): Promise<HelpMessage[]> {
  type Found = Omit<HelpMessage, "message"> & { message_id: number };
  const ids = messages.map(({ id }) => id);
  const found = await database.read<Found>(findRequests, [ids]);
  const byId = new Map(messages.map((message) => [message.id, message]));
  return found
    .flatMap(({ message_id, ...rest }) => {
      const message = byId.get(message_id);
      return message ? [{ message, ...rest }] : [];
    })
    .filter(isWanted);
}

/**
 * Several requests of one person that are due to the same recipient at the same time become one message. A question
 * about a scam is always sent alone, because it has its own answers.
 */
function merge(messages: readonly HelpMessage[]): Group[] {
  const groups = Map.groupBy(
    messages,
    ({ message, about, family_id, asked_by, help_request_id, is_scam_check }) => {
      const which = about === "ASKED" && !is_scam_check ? asked_by : `of request ${help_request_id}`;
      return [family_id, message.person_id, message.channel, about, which].join();
    },
  );
  return [...groups.values()].flatMap((group) => {
    const [newest, ...others] = group.sort((one, other) => other.help_request_id - one.help_request_id);
    return newest ? [[newest, ...others]] : [];
  });
}

const requestsOf = (messages: readonly Message[]): RequestKey[] =>
  messages.map(({ family_id, subject_id }) => ({ family_id: Number(family_id), id: Number(subject_id) }));

// Somebody who was asked while another person acknowledged the request hears about that too.
const enqueueFollowUps = `with overtaken as (
    ${enqueueing(
      helpMessage,
      `select m.family_id, m.subject_id, m.person_id, m.channel, r.state as about, $2::timestamptz as at
      from messages m join help_requests r on r.family_id = m.family_id and r.id = m.subject_id
      where m.id = any ($1::bigint[]) and r.state in ('ACKNOWLEDGED', 'RESOLVED', 'CANCELLED')
        and not exists (
          select from help_request_receipts t
          where t.family_id = r.family_id and t.help_request_id = r.id
            and t.state = r.state and t.person_id = m.person_id
        )
        and not exists (
          select from messages e
          where e.kind = m.kind and e.subject_id = m.subject_id and e.person_id = m.person_id
            and e.channel = m.channel and e.about = r.state and e.created_at >= m.created_at
        )`,
    )}
    returning id
  )
  select ${wakingWorkers} from overtaken limit 1`;

// The next channel that reaches this person and was not tried for this message yet.
const tryNextChannel = `with next as (
    ${enqueueing(
      helpMessage,
      `select m.family_id, m.subject_id, m.person_id, c.channel, m.about, $2::timestamptz as at
      from messages m join people p on p.id = m.person_id
      cross join lateral (
        select c.channel from (${channelsTo("p", "$2::timestamptz")}) as c
        where not exists (
          select from messages e
          where e.kind = m.kind and e.subject_id = m.subject_id and e.person_id = m.person_id
            and e.about = m.about and e.channel = c.channel
        ) order by c.place limit 1
      ) as c
      where m.id = any ($1::bigint[])`,
    )}
    returning id
  )
  select id, ${wakingWorkers} from next`;

// Moves messages that may wake people to the end of their family's quiet hours, unless the request is urgent.
const waitForMorning = `update messages m set due_at = quiet.ends_at
  from (
    select n.id, end_of_quiet_hours($2, f.time_zone, e.quiet_from, e.quiet_until) as ends_at
    from messages n
    join help_requests r on r.family_id = n.family_id and r.id = n.subject_id and not r.is_urgent
    join families f on f.id = n.family_id
    join escalation_plans e on e.family_id = n.family_id and e.quiet_from is not null
    where n.id = any ($1::bigint[]) and n.channel = any ($3)
  ) as quiet
  where m.id = quiet.id and quiet.ends_at > $2`;

type Keys = readonly Pick<Message, "id">[];

const run = (trx: Db, text: string, messages: Keys, now: Date, ...values: unknown[]) =>
  trx.executeQuery<Pick<Message, "id">>(
    CompiledQuery.raw(text, [messages.map(({ id }) => id), now, ...values]),
  );

/** Asks over the next channel, outside of quiet hours. */
async function askOverNextChannel(trx: Db, messages: readonly Message[], now: Date): Promise<void> {
  const { rows: added } = await run(trx, tryNextChannel, messages, now);
  if (added.length === 0) return;
  await sql`savepoint next_channel`.execute(trx);
  try {
    await run(trx, waitForMorning, added, now, wakingChannels);
  } catch {
    // The messages leave at once if PostgreSQL doesn't know the family's time zone.
    await sql`rollback to savepoint next_channel`.execute(trx);
  }
}

/** The recipient of a message, as long as they are one of the helpers. */
export async function recipientOf(
  { database }: World,
  message: Message,
): Promise<(Actor & { name: string }) | undefined> {
  return await database.kysely
    .selectFrom("memberships as m")
    .innerJoin("people as p", "p.id", "m.person_id")
    .select(["m.family_id as familyId", "m.person_id as id", "m.role", "p.username as name"])
    .where("m.family_id", "=", message.family_id)
    .where("m.person_id", "=", message.person_id)
    .where("m.role", "<>", "grandparent")
    .executeTakeFirst();
}

/**
 * Limits the texts of one request and of one family's day. A text is counted before it leaves, so that concurrent
 * texts cannot pass the limit.
 */
export async function reserveText(
  world: World,
  { family_id, subject_id }: Message,
): Promise<{ release(): Promise<void> } | undefined> {
  const { kysely: db } = world.database;
  const uses: Use[] = [
    { name: "help-texts-of-request", key: Number(subject_id) },
    { name: "help-texts-of-family", key: Number(family_id) },
  ];
  const wait = await takeAllowances(world, db, ...uses);
  return wait === 0 ? { release: () => giveBackAllowances(world, db, ...uses) } : undefined;
}

export const helpKind: MessageKind = {
  ...helpMessage,
  async prepare(world, messages) {
    const parcels = merge(await wantedMessages(world, messages)).map((group) => {
      const [first, ...others] = group;
      return {
        messages: [first.message, ...others.map(({ message }) => message)] as const,
        content: (links: Parameters<typeof helpContent>[2]) => helpContent(world, group, links),
      };
    });
    return { parcels };
  },
  reserve: reserveText,
  async lock(trx, messages) {
    await lockRequests(trx, requestsOf(messages));
  },
  async accepted(trx, accepted, now) {
    const asked = accepted.map(({ message }) => message).filter(({ about }) => about === "ASKED");
    if (asked.length === 0) return;
    await run(trx, enqueueFollowUps, asked, now);
    const requests = requestsOf(asked).map((key) => ({ ...key, actor: null }));
    await transition(trx, { requests, to: "HANDED_OVER", at: now });
  },
  async failed(trx, messages, { now, isFinal }) {
    if (isFinal) await askOverNextChannel(trx, messages, now);
    await markUnreachable(trx, requestsOf(messages), now);
  },
  async arrived(world, message) {
    const recipient = await recipientOf(world, message);
    if (recipient && message.about === "ASKED")
      await recordReceipt(world, recipient, Number(message.subject_id), "REACHED");
  },
  async isWorthRepeating({ database }, { about, family_id, subject_id }) {
    if (about !== "ASKED") return false;
    const request = await database.kysely
      .selectFrom("help_requests")
      .select("id")
      .where("family_id", "=", family_id)
      .where("id", "=", subject_id)
      .where("next_step_at", "is not", null)
      .where("state", "<>", "ACKNOWLEDGED")
      .executeTakeFirst();
    return request !== undefined;
  },
};
