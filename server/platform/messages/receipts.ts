// Lets a device or a provider report, without a sign-in, that a message has arrived or never will.
import { setTimeout as pause } from "node:timers/promises";
import type { Refusal } from "#contract/reachability.ts";
import { Unavailable } from "#server/platform/errors.ts";
import { retries } from "#server/platform/jobs/due-rows.ts";
import { wake } from "#server/platform/jobs/worker.ts";
import type { World } from "#server/platform/world.ts";
import { channelOf } from "./channels.ts";
import { proveContactMethod, refuseContactMethod } from "./contact-methods.ts";
import { kindOf, type Message } from "./message-kind.ts";
import { type LinkedMessage, messagesBehind } from "./message-links.ts";
import { queueOf } from "./outbox.ts";
import { failedAt, nextAttempt } from "./settlement.ts";

/**
 * Stores that a message has arrived, and returns whether that is new. It also proves the contact method, unless the message
 * went to an address that the person has changed since.
 */
export async function markArrived(
  { database, clock }: World,
  { message, address }: LinkedMessage,
): Promise<boolean> {
  const now = clock.now();
  const { id, person_id, channel } = message;
  return await database.kysely.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("messages")
      .set({ state: "ARRIVED", lease_until: null })
      .where("id", "=", id)
      .where("state", "in", ["WAITING", "ACCEPTED", "STOPPED"])
      .executeTakeFirst();
    if (person_id !== null && address !== undefined) {
      await channelOf(channel).prove?.(trx, person_id, address, now);
      await proveContactMethod(trx, { personId: person_id, channel }, now);
    }
    return numUpdatedRows > 0n;
  });
}

/** Stores that a message has arrived, even if the provider's answer to sending it has not come yet. */
export async function recordArrival(world: World, linked: LinkedMessage): Promise<void> {
  const isNew = await markArrived(world, linked);
  if (isNew) await kindOf(linked.message)?.arrived?.(world, linked.message);
}

export async function recordMessageReceipt(world: World, token: string): Promise<void> {
  for (const linked of await messagesBehind(world, "receipt", token)) await recordArrival(world, linked);
}

const isBeingSent = (now: Date, { state, lease_until }: Message): boolean =>
  state === "WAITING" && lease_until !== null && lease_until > now;

/** A provider has ten seconds for its answer to a message. Its reports can wait that long for an answer of ours. */
const waits = { count: 50, pauseMs: 200 };

/**
 * Finds the messages of a report about a failure, once none of them is being sent anymore. The report can arrive before the
 * provider's answer to sending is stored. Then it would change nothing, and a busy line would never be called again.
 */
export async function findOnceSent(
  { clock }: World,
  find: () => Promise<LinkedMessage[]>,
): Promise<LinkedMessage[]> {
  for (let count = 0; count < waits.count; count += 1) {
    const found = await find();
    if (!found.some(({ message }) => isBeingSent(clock.now(), message))) return found;
    await pause(waits.pauseMs);
  }
  throw new Unavailable("This message is still being sent. Please report it again.");
}

/** After so many attempts, the next channel is tried. */
const maxUndelivered = 4;
// Without jitter, messages that left as one leave as one again.
const betweenTries = { ...retries, jitter: 0 };

/** When an undelivered message is sent again, or undefined if it was sent often enough. */
function nextTry(message: Message, now: Date): Date | undefined {
  const { undelivered } = channelOf(message.channel);
  if (message.attempts >= (undelivered?.maxAttempts ?? maxUndelivered)) return undefined;
  if (undelivered) return new Date(now.getTime() + undelivered.pauseMs);
  return nextAttempt(message, now, betweenTries);
}

/** Resends a message that a provider accepted and then failed to deliver, unless the same message is already waiting. */
async function tryAgain({ database }: World, { id, is_urgent }: Message, due: Date): Promise<void> {
  await database.kysely.transaction().execute(async (trx) => {
    await trx
      .updateTable("messages as m")
      .set({ state: "WAITING", due_at: due })
      .where("m.id", "=", id)
      .where("m.state", "=", "ACCEPTED")
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("messages as other")
              .select("other.id")
              .whereRef("other.kind", "=", "m.kind")
              .whereRef("other.about", "=", "m.about")
              .whereRef("other.subject_id", "=", "m.subject_id")
              .whereRef("other.person_id", "=", "m.person_id")
              .whereRef("other.channel", "=", "m.channel")
              .where("other.state", "=", "WAITING"),
          ),
        ),
      )
      .execute();
    await wake(trx, queueOf(is_urgent));
  });
}

/** Why the provider could not deliver it, in words of ours. */
const undeliveredReason = (refusal: Refusal | undefined): string =>
  refusal && refusal !== "other" && refusal !== "unknown"
    ? `The provider took it, and then reported that the address refuses it (${refusal})`
    : "The provider took it, and then reported that it was not delivered";

async function storeFailure(world: World, message: Message, refusal?: Refusal): Promise<void> {
  const isPermanent = refusal !== undefined;
  const kind = kindOf(message);
  const now = world.clock.now();
  await world.database.kysely.transaction().execute(async (trx) => {
    await kind?.lock?.(trx, [message]);
    const rows = await trx
      .updateTable("messages")
      .set({ ...failedAt(now), failure_reason: undeliveredReason(refusal) })
      .where("id", "=", message.id)
      // A late report about an earlier attempt does not end one that is under way, unless the address is refused.
      .where("state", "in", isPermanent ? ["WAITING", "ACCEPTED"] : ["ACCEPTED"])
      .returningAll()
      .execute();
    if (rows.length > 0) await kind?.failed?.(trx, rows, { now, isFinal: true, isPermanent });
  });
}

async function recordUndelivered(world: World, message: Message): Promise<void> {
  if (!(await kindOf(message)?.isWorthRepeating?.(world, message))) return;
  const due = nextTry(message, world.clock.now());
  if (due) await tryAgain(world, message, due);
  else await storeFailure(world, message);
}

/** Records that a provider accepted a message and then failed to deliver it. With a refusal, it never will. */
export async function recordFailure(
  world: World,
  linked: readonly LinkedMessage[],
  refusal: Refusal | undefined,
): Promise<void> {
  const { database, clock } = world;
  for (const { message, address } of linked) {
    if (!refusal) {
      await recordUndelivered(world, message);
      continue;
    }
    await storeFailure(world, message, refusal);
    const { person_id: personId, channel } = message;
    if (personId !== null && address !== undefined)
      await database.kysely
        .transaction()
        .execute((trx) => refuseContactMethod(trx, { personId, channel }, refusal, clock.now()));
  }
}
