// The messages about help requests.
import { channelTraits } from "#contract/channels.ts";
import type { Channel } from "#contract/messages.ts";
import {
  callOfServer,
  giveBackAllowances,
  takeAllowances,
  type Use,
} from "#server/platform/allowances/allowances.ts";
import type { Db } from "#server/platform/db/schema.ts";
import type { Message, MessageKind } from "#server/platform/messages/message-kind.ts";
import { enqueue } from "#server/platform/messages/outbox.ts";
import type { World } from "#server/platform/world.ts";
import { recordReceipt } from "../actions.ts";
import { helpMessage } from "../help-message.ts";
import { markUnreachable, transition } from "../lifecycle.ts";
import { lockRequests, type RequestKey } from "../lifecycle-queries.ts";
import { isClosed } from "../requests.ts";
import { type Group, type HelpMessage, helpContent } from "./help-content.ts";
import {
  findEndsOfQuietHours,
  findHelpMessages,
  findNextChannels,
  findOvertaken,
  findRecipient,
  hasNextStep,
} from "./queries.ts";

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
  const byId = new Map(messages.map((message) => [message.id, message]));
  const found = await findHelpMessages(database.reads, [...byId.keys()]);
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

const idsOf = (messages: readonly Message[]): number[] => messages.map(({ id }) => id);

/** Somebody who was asked while another person acknowledged the request hears about that too. */
async function enqueueFollowUps(trx: Db, asked: readonly Message[], now: Date): Promise<void> {
  const overtaken = await findOvertaken(trx, idsOf(asked));
  await enqueue(
    trx,
    overtaken.map((message) => ({ kind: helpMessage, ...message })),
    now,
  );
}

/** Asks over the next channel. One that may wake people waits for the end of the family's quiet hours. */
async function askOverNextChannel(trx: Db, failed: readonly Message[], now: Date): Promise<void> {
  const next = await findNextChannels(trx, idsOf(failed), now);
  if (next.length === 0) return;
  const keys = next.map(({ familyId, subjectId }) => ({ family_id: familyId, id: subjectId }));
  const endsOfQuietHours = await findEndsOfQuietHours(trx, keys, now);
  const messages = next.map((message) => {
    const quietUntil = channelTraits[message.channel].wakes && endsOfQuietHours.get(message.subjectId);
    return { kind: helpMessage, ...message, dueAt: quietUntil && quietUntil > now ? quietUntil : now };
  });
  await enqueue(trx, messages, now);
}

/** What is counted for a message by each channel that costs money. */
const usesOf: Partial<Record<Channel, (message: Message) => Use[]>> = {
  sms: ({ family_id, subject_id }) => [
    { name: "help-texts-of-request", key: Number(subject_id) },
    { name: "help-texts-of-family", key: Number(family_id) },
  ],
  call: ({ family_id, subject_id }) => [
    { name: "help-calls-of-request", key: Number(subject_id) },
    { name: "help-calls-of-family", key: Number(family_id) },
    callOfServer,
  ],
};

/**
 * Limits what costs money for one request and on one family's day. A message is counted before it leaves, so that
 * concurrent ones cannot pass the limit.
 */
export async function reservePaid(
  world: World,
  message: Message,
): Promise<{ release(): Promise<void> } | undefined> {
  const { kysely: db } = world.database;
  const uses = usesOf[message.channel]?.(message) ?? [];
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
  reserve: reservePaid,
  async lock(trx, messages) {
    await lockRequests(trx, requestsOf(messages));
  },
  async accepted(trx, accepted, now) {
    const asked = accepted.map(({ message }) => message).filter(({ about }) => about === "ASKED");
    if (asked.length === 0) return;
    await enqueueFollowUps(trx, asked, now);
    const requests = requestsOf(asked).map((key) => ({ ...key, actor: null }));
    await transition(trx, { requests, to: "HANDED_OVER", at: now });
  },
  async failed(trx, messages, { now, isFinal }) {
    if (isFinal) await askOverNextChannel(trx, messages, now);
    await markUnreachable(trx, requestsOf(messages), now);
  },
  async arrived(world, message) {
    const recipient = await findRecipient(world.database.reads, message);
    if (recipient && message.about === "ASKED")
      await recordReceipt(world, recipient, Number(message.subject_id), "REACHED");
  },
  async isWorthRepeating({ database }, { about, family_id, subject_id }) {
    if (about !== "ASKED" || family_id === null || subject_id === null) return false;
    return await hasNextStep(database.reads, { family_id, id: subject_id });
  },
};
