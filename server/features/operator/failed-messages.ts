// Messages that were given up, with the provider's reason, and sending them again. Never what they say.
import { dayMs } from "#contract/durations.ts";
import type { Channel } from "#contract/messages.ts";
import type { FailedMessages, Resent } from "#contract/operator/failed-messages.ts";
import { Conflict, NotFound } from "#server/platform/errors.ts";
import { wake } from "#server/platform/jobs/worker.ts";
import {
  kindOf,
  type Message,
  type MessageKind,
  registeredKinds,
} from "#server/platform/messages/message-kind.ts";
import { queueOf } from "#server/platform/messages/outbox.ts";
import type { World } from "#server/platform/world.ts";
import { findFailedMessage, findFailedMessages, findResendable, makeWaitAgain } from "./message-queries.ts";

const pageSize = 50;
const shownDays = 30;
/** More are sent again by asking once more. */
const maxResent = 200;

const shownSince = ({ clock }: World): Date => new Date(clock.now().getTime() - shownDays * dayMs);

/** Why messages of this kind cannot be sent again, or null. */
const notAgain = (kind: MessageKind | undefined): string | null =>
  kind ? (kind.notAgain ?? null) : "This version sends no such messages.";

interface Wanted {
  /** The place of the last message that the caller already has. */
  readonly beforeTime?: string | undefined;
  readonly beforeId?: number | undefined;
}

/** Newest first. */
export async function listFailedMessages(
  world: World,
  { beforeTime, beforeId = 0 }: Wanted,
): Promise<FailedMessages> {
  const before = beforeTime === undefined ? undefined : { at: new Date(beforeTime), id: beforeId };
  const rows = await findFailedMessages(world.database.reads, shownSince(world), before, pageSize + 1);
  const messages = rows.slice(0, pageSize).map(({ failedAt, ...message }) => ({
    ...message,
    failedAt: failedAt.toISOString(),
    notAgain: notAgain(kindOf(message)),
  }));
  return { messages, hasMore: rows.length > pageSize };
}

/** Leaves out the messages that are no longer wanted, such as those about a request that is over. The kind itself knows. */
async function stillWanted(
  world: World,
  kind: MessageKind,
  messages: readonly Message[],
): Promise<Message[]> {
  const { parcels, postponed = [] } = await kind.prepare(world, messages);
  return [...parcels.flatMap((parcel) => [...parcel.messages]), ...postponed.map(({ message }) => message)];
}

async function resendOfKind(
  world: World,
  kind: MessageKind,
  failed: readonly Message[],
): Promise<{ resent: number; over: number }> {
  const wanted = await stillWanted(world, kind, failed);
  if (wanted.length === 0) return { resent: 0, over: failed.length };
  const ids = wanted.map(({ id }) => id);
  const resent = await world.database.kysely.transaction().execute(async (trx) => {
    await kind.lock?.(trx, wanted);
    const count = await makeWaitAgain(trx, ids, world.clock.now());
    await wake(trx, queueOf(kind.isUrgent));
    return count;
  });
  return { resent, over: failed.length - wanted.length };
}

type Which = { readonly id: number } | { readonly channel: Channel };

async function resend(world: World, which: Which): Promise<Resent> {
  const kinds = registeredKinds().filter((kind) => notAgain(kind) === null);
  const wanted = { since: shownSince(world), kinds: kinds.map(({ name }) => name), which };
  const failed = await findResendable(world.database.kysely, wanted, maxResent);
  const sum = { resent: 0, over: 0 };
  for (const kind of kinds) {
    const ofKind = failed.filter((message) => message.kind === kind.name);
    if (ofKind.length === 0) continue;
    const { resent, over } = await resendOfKind(world, kind, ofKind);
    sum.resent += resent;
    sum.over += over;
  }
  return sum;
}

export async function resendMessage(world: World, id: number): Promise<Resent> {
  const found = await findFailedMessage(world.database.kysely, id);
  if (!found) throw new NotFound("No message with this number was given up.");
  const reason = notAgain(kindOf(found));
  if (reason !== null) throw new Conflict(`This message can't be sent again. ${reason}`);
  const result = await resend(world, { id });
  if (result.over > 0) throw new Conflict("This message can't be sent again. What it is about is over.");
  return result;
}

/** Sends those again that were given up on one channel, the newest first. */
export const resendMessages = (world: World, channel: Channel): Promise<Resent> => resend(world, { channel });
