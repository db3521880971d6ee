// Sends the messages that are due.
import { channelTraits } from "#contract/channels.ts";
import type { Refusal } from "#contract/reachability.ts";
import { claimDue, nextDue } from "#server/platform/jobs/due-rows.ts";
import { Pace } from "#server/platform/jobs/pace.ts";
import { InFlight, type Queue } from "#server/platform/jobs/queue.ts";
import { measurementsOf } from "#server/platform/measurements.ts";
import type { World } from "#server/platform/world.ts";
import type { MessageChannel, SendResult } from "./channel.ts";
import { channelOf, channels } from "./channels.ts";
import { refuseContactMethod } from "./contact-methods.ts";
import { kindOf, type Message, type MessageContent, type MessageKind, type Parcel } from "./message-kind.ts";
import { linksFor } from "./message-links.ts";
import { dueMessages, queueOf } from "./outbox.ts";
import { probeProviders } from "./recovery.ts";
import { SendError } from "./send-error.ts";
import { postponeMessage, settle, stopMessages } from "./settlement.ts";

function resultOf(error: unknown): SendResult {
  if (!(error instanceof SendError)) return { outcome: "transient", reason: String(error), isOurFault: true };
  const { kind: outcome, message: reason, refusal = "other" } = error;
  return outcome === "permanent" ? { outcome, reason, refusal } : { outcome, reason };
}

/** Each server keeps to the pace of a provider by itself. */
const paces = new WeakMap<World["database"], Map<Message["channel"], Pace>>();
const paceOf = ({ database }: World, channel: Message["channel"]): Pace =>
  paces.getOrInsertComputed(database, () => new Map()).getOrInsertComputed(channel, () => new Pace());

async function sendTo(world: World, parcel: Parcel, address: string): Promise<SendResult> {
  const channel = channelOf(parcel.messages[0].channel);
  try {
    const links = linksFor(world, parcel.messages, address);
    const [{ attempts: attempt, family_id: familyId }] = parcel.messages;
    const { receiptToken } = links;
    const outer = { receiptToken, attempt, familyId: familyId ?? undefined };
    const content: MessageContent = { ...outer, ...(await parcel.content(links)) };
    if (channel.perSecond) await paceOf(world, channel.name).turn(channel.perSecond(world.config));
    const answer = await channel.send(world, address, content);
    measurementsOf(world)?.sent(channel.name, "accepted");
    return { outcome: "accepted", ...answer };
  } catch (error) {
    const result = resultOf(error);
    measurementsOf(world)?.sent(channel.name, result.outcome);
    const { person_id } = parcel.messages[0];
    if (result.outcome === "permanent" && person_id !== null)
      await channel.forget?.(world.database.kysely, person_id, address);
    return result;
  }
}

const bestFirst: readonly SendResult["outcome"][] = ["accepted", "unknown", "transient", "permanent"];

/** A refusal counts against a contact method only when this server has a provider for the channel. */
async function storeRefusal(world: World, { channel, person_id }: Message, refusal: Refusal | undefined) {
  if (!refusal || person_id === null || !channelOf(channel).hasProvider(world.config)) return;
  const method = { personId: person_id, channel };
  const { database, clock } = world;
  await database.kysely
    .transaction()
    .execute((trx) => refuseContactMethod(trx, method, refusal, clock.now()));
}

async function addressesOf(
  world: World,
  { address, person_id, channel }: Message,
): Promise<readonly string[]> {
  if (address !== null) return [address];
  return person_id === null ? [] : await channelOf(channel).addressesOf(world, person_id);
}

/** Sends to every address of the recipient. One that accepts the message is enough. */
async function sendToAll(world: World, parcel: Parcel): Promise<SendResult> {
  const [first] = parcel.messages;
  const addresses = await addressesOf(world, first);
  const results = await Promise.all(addresses.map((address) => sendTo(world, parcel, address)));
  results.sort((one, other) => bestFirst.indexOf(one.outcome) - bestFirst.indexOf(other.outcome));
  const [best] = results;
  if (!best) return { outcome: "permanent", reason: "This person has no address on this channel" };
  if (best.outcome === "permanent" && first.address === null) await storeRefusal(world, first, best.refusal);
  return best;
}

const limitReached: SendResult = {
  outcome: "permanent",
  reason: "The limit of messages that cost money is reached",
};

/** Counts a message that costs money against the limit of its kind, unless it certainly did not leave. */
async function sendCounted(world: World, kind: MessageKind, parcel: Parcel): Promise<SendResult> {
  const [first] = parcel.messages;
  if (!kind.reserve || !channelTraits[first.channel].isPaid) return await sendToAll(world, parcel);
  const reserved = await kind.reserve(world, first);
  if (!reserved) return limitReached;
  const result = await sendToAll(world, parcel);
  if (result.outcome === "transient" || result.outcome === "permanent") await reserved.release?.();
  return result;
}

/** More messages at once on one channel would outlive their lease. The rest is claimed in the next pass. */
const maxInFlight = { urgent: 500, ordinary: 20 };

const inFlight = new InFlight();
const laneOf = ({ is_urgent, channel }: Pick<Message, "is_urgent" | "channel">) =>
  `${queueOf(is_urgent)} ${channel}`;

/** Never rejects, because nothing awaits this promise yet when the database goes away. */
async function send(world: World, kind: MessageKind, parcel: Parcel): Promise<SendResult> {
  try {
    const result = await sendCounted(world, kind, parcel);
    await settle(world, parcel.messages, result);
    return result;
  } catch (err) {
    world.log.error({ err }, "the result of a message could not be stored");
    return { outcome: "unknown", reason: String(err) };
  }
}

/** Sends claimed messages of one kind. */
async function dispatchKind(world: World, kind: MessageKind, messages: readonly Message[]) {
  const { kysely: db } = world.database;
  const { parcels, postponed = [] } = await kind.prepare(world, messages);
  const wanted = new Set([
    ...parcels.flatMap((parcel) => parcel.messages),
    ...postponed.map(({ message }) => message),
  ]);
  await stopMessages(
    db,
    messages.filter((message) => !wanted.has(message)),
  );
  for (const { message, until } of postponed) await postponeMessage(db, message, until);
  return parcels.map((parcel) => {
    const lane = laneOf(parcel.messages[0]);
    return { parcel, sending: inFlight.run(world, lane, () => send(world, kind, parcel)) };
  });
}

/**
 * Sends messages that this server has claimed, and returns the result for each channel. It never rejects: stored
 * results stand, and a message without a result is sent when its lease ends.
 */
export async function dispatchClaimed(
  world: World,
  kind: MessageKind,
  messages: readonly Message[],
): Promise<Map<Message["channel"], SendResult>> {
  if (messages.length === 0) return new Map();
  try {
    const leaving = await dispatchKind(world, kind, messages);
    const results = await Promise.all(
      leaving.map(async ({ parcel, sending }) => [parcel.messages[0].channel, await sending] as const),
    );
    return new Map(results);
  } catch (err) {
    world.log.error({ err, kind: kind.name }, "a message could not be prepared");
    return new Map();
  }
}

const maxBatch = { urgent: 50, ordinary: 20 };

/** Messages that wait for their turn wait this long, far less than their lease. Those that follow may be more urgent. */
const maxTurnSeconds = 3;

/**
 * How many messages may be claimed on a channel. Each channel has its own limit, so that a provider that hangs does not
 * delay the other channels.
 */
function roomOf(world: World, isUrgent: boolean, { name, perSecond }: MessageChannel): number {
  const queue = isUrgent ? "urgent" : "ordinary";
  const count = (urgent: boolean) => inFlight.count(world, laneOf({ is_urgent: urgent, channel: name }));
  if (!perSecond) return count(isUrgent) < maxInFlight[queue] ? maxBatch[queue] : 0;
  // Urgent messages share their turns with nothing else.
  if (!isUrgent && count(true) > 0) return 0;
  const waiting = isUrgent ? perSecond(world.config) * maxTurnSeconds : 1;
  return Math.max(0, Math.min(waiting - count(isUrgent), maxBatch[queue]));
}

async function claimMessages(world: World, isUrgent: boolean): Promise<Message[]> {
  const { database, clock } = world;
  const byRoom = Map.groupBy(channels, (channel) => roomOf(world, isUrgent, channel));
  const claimed: Message[] = [];
  for (const [limit, group] of byRoom) {
    if (limit === 0) continue;
    const lanes = group.map(({ name }) => name);
    const claim = { now: clock.now(), limit, lanes };
    claimed.push(...(await claimDue(database.kysely, dueMessages(isUrgent), claim)));
  }
  return claimed;
}

async function startDue(world: World, isUrgent: boolean) {
  if (isUrgent) await probeProviders(world.database.kysely, world.clock.now());
  const leaving: Promise<unknown>[] = [];
  let count = 0;
  for (;;) {
    const messages = await claimMessages(world, isUrgent);
    if (messages.length === 0) return { count, finished: Promise.all(leaving) };
    count += messages.length;
    for (const [kind, group] of Map.groupBy(messages, kindOf)) {
      if (kind) leaving.push(...(await dispatchKind(world, kind, group)).map(({ sending }) => sending));
      else world.log.error({ kind: group[0]?.kind }, "nobody knows this kind of message");
    }
  }
}

// Urgent messages have their own queue, so they never wait for anything else that is due.
const queue = (isUrgent: boolean): Queue => ({
  name: queueOf(isUrgent),
  startDue: (world) => startDue(world, isUrgent),
  nextDue: ({ database }) => nextDue(database.kysely, dueMessages(isUrgent)),
});

export const urgentMessages = queue(true);
export const ordinaryMessages = queue(false);
