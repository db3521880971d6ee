// Stores what became of messages.
import { dayMs } from "#contract/durations.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { leaseMs, pauseAfter, retries } from "#server/platform/jobs/due-rows.ts";
import { wake } from "#server/platform/jobs/worker.ts";
import type { World } from "#server/platform/world.ts";
import type { SendResult } from "./channel.ts";
import { kindOf, type Message, type MessageKind } from "./message-kind.ts";
import { queueOf } from "./outbox.ts";
import { setAccepted } from "./queries.ts";
import { retryOthers } from "./recovery.ts";

const maxAgeMs = dayMs;

/** The time of the next attempt, or undefined when a day has passed. */
export function nextAttempt(
  { attempts, created_at }: Pick<Message, "attempts" | "created_at">,
  now: Date,
  backoff = retries,
): Date | undefined {
  const next = new Date(now.getTime() + pauseAfter(attempts, backoff));
  return next.getTime() - created_at.getTime() > maxAgeMs ? undefined : next;
}

/** Messages that left as one and were accepted. */
interface AcceptedParcel {
  readonly world: World;
  readonly messages: readonly Message[];
  readonly providerId: string | null;
}

function byKind(messages: readonly Message[]): [MessageKind, Message[]][] {
  return [...Map.groupBy(messages, kindOf)].flatMap(([kind, group]) => (kind ? [[kind, group]] : []));
}

async function storeAccepted(parcels: readonly AcceptedParcel[]): Promise<void> {
  const world = parcels[0]?.world;
  if (!world) return;
  const now = world.clock.now();
  const all = parcels.flatMap(({ messages }) => messages);
  const accepted = parcels.flatMap(({ messages, providerId }) =>
    messages.map(({ id }) => ({ id, providerId })),
  );
  const leases = new Map(all.map(({ id, lease_until }) => [id, lease_until?.getTime() ?? now.getTime()]));
  await world.database.kysely.transaction().execute(async (trx) => {
    for (const [kind, messages] of byKind(all)) await kind.lock?.(trx, messages);
    for (const [kind, messages] of byKind(await setAccepted(trx, accepted))) {
      const sent = messages.map((message) => {
        const leaseEnd = leases.get(message.id) ?? now.getTime();
        return { message, sentAt: new Date(leaseEnd - leaseMs) };
      });
      await kind.accepted?.(trx, sent, now);
    }
  });
  // A message with a provider's id was accepted before, so it does not show that the provider is back.
  const refused = all.filter(({ attempts, provider_id }) => attempts > 1 && provider_id === null);
  const retried = refused.map(({ channel }) => channel);
  for (const channel of new Set(retried)) await retryOthers(world.database.kysely, channel, now);
}

/** Items that arrive while `act` is running form its next batch. When a batch fails, its items are retried one by one. */
export function inBatches<Item>(act: (items: readonly Item[]) => Promise<unknown>) {
  let waiting: Item[] = [];
  let next: Promise<unknown> | undefined;
  let current: Promise<unknown> = Promise.resolve();
  const turn = async () => {
    const items = waiting;
    waiting = [];
    next = undefined;
    return await act(items);
  };
  return (item: Item): Promise<unknown> => {
    waiting.push(item);
    if (!next) {
      next = current.then(turn, turn);
      current = next;
    }
    return next.catch(() => act([item]));
  };
}

type Store = (parcel: AcceptedParcel) => Promise<unknown>;

/** PostgreSQL serializes commits that notify, so results that arrive at about the same time share one commit. */
const stores = new WeakMap<World["database"], Record<"urgent" | "ordinary", Store>>();
const storeFor = ({ database }: World, { is_urgent }: Message): Store =>
  stores.getOrInsertComputed(database, () => ({
    urgent: inBatches(storeAccepted),
    ordinary: inBatches(storeAccepted),
  }))[is_urgent ? "urgent" : "ordinary"];

/** The columns of a message that was given up. */
export const failedAt = (now: Date) => ({ state: "FAILED", lease_until: null, failed_at: now }) as const;

type Failed = Exclude<SendResult, { outcome: "accepted" }>;

async function storeFailed(
  world: World,
  [first, ...others]: readonly [Message, ...Message[]],
  { outcome, reason, isOurFault }: Failed,
): Promise<void> {
  const now = world.clock.now();
  const kind = kindOf(first);
  const isPermanent = outcome === "permanent";
  const next = isPermanent ? undefined : nextAttempt(first, now);
  const ids = [first, ...others].map(({ id }) => id);
  const storedReason = isOurFault ? "An error in this server. Its log says more." : reason;
  await world.database.kysely.transaction().execute(async (trx) => {
    await kind?.lock?.(trx, [first, ...others]);
    const rows = await trx
      .updateTable("messages")
      .set(next ? { due_at: next, lease_until: now } : { ...failedAt(now), failure_reason: storedReason })
      .where("id", "in", ids)
      .where("state", "=", "WAITING")
      .returningAll()
      .execute();
    if (rows.length > 0) await kind?.failed?.(trx, rows, { now, isFinal: !next, isPermanent });
    if (next) await wake(trx, queueOf(first.is_urgent));
  });
}

/** Stores the same result for all messages that left as one. */
export async function settle(
  world: World,
  messages: readonly [Message, ...Message[]],
  result: SendResult,
): Promise<void> {
  const [first] = messages;
  if (result.outcome === "accepted") {
    const providerId = result.providerId ?? null;
    await storeFor(world, first)({ world, messages, providerId });
    return;
  }
  const { channel, kind } = first;
  world.log.warn(
    { channel, kind, outcome: result.outcome, reason: result.reason },
    "a message was not accepted",
  );
  await storeFailed(world, messages, result);
}

/** Stops messages that are no longer wanted. */
export async function stopMessages(db: Db, messages: readonly Message[]): Promise<void> {
  const ids = messages.map(({ id }) => id);
  if (ids.length === 0) return;
  await db
    .updateTable("messages")
    .set({ state: "STOPPED", lease_until: null })
    .where("id", "in", ids)
    .where("state", "=", "WAITING")
    .execute();
}

/** Moves a message to another time, as if it had not been tried yet. */
export async function postponeMessage(db: Db, { id }: Message, until: Date): Promise<void> {
  await db
    .updateTable("messages")
    .set({ due_at: until, lease_until: null, attempts: 0 })
    .where("id", "=", id)
    .where("state", "=", "WAITING")
    .execute();
}
