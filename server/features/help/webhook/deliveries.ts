// Tells the programs of families about their requests for help. It has a queue of its own, so that no message to a person
// waits for a program.
import { sql } from "kysely";
import type { HelpRequestState } from "#contract/help/request-state.ts";
import type { WebhookEvent } from "#contract/help/webhook.ts";
import { deleteInBatches } from "#server/platform/db/delete-in-batches.ts";
import type { Db, Row } from "#server/platform/db/schema.ts";
import { RowQueue } from "#server/platform/jobs/queue.ts";
import { wake } from "#server/platform/jobs/worker.ts";
import { publish } from "#server/platform/live/publish.ts";
import { nextAttempt } from "#server/platform/messages/settlement.ts";
import type { World } from "#server/platform/world.ts";

import { post } from "./post.ts";
import {
  deleteDelivery,
  dueDeliveries,
  findNeighbours,
  findTold,
  findWebhook,
  insertDeliveries,
  type RequestKey,
  updateDelivery,
} from "./queries.ts";
import { signedHeaders } from "./signature.ts";

export const queueName = "webhook-deliveries";

/** A request that is open again is asked again. */
const events: Partial<Record<HelpRequestState, WebhookEvent>> = {
  ACCEPTED: "help.asked",
  ACKNOWLEDGED: "help.taken",
  RESOLVED: "help.solved",
  CANCELLED: "help.cancelled",
};

/** Adds what the programs of these families are told, in the transaction of its cause. */
export async function tellPrograms(
  trx: Db,
  requests: readonly RequestKey[],
  state: HelpRequestState,
  at: Date,
): Promise<void> {
  const event = events[state];
  if (!event || requests.length === 0) return;
  const families = await insertDeliveries(trx, requests, event, at);
  if (families.length === 0) return;
  await publish(trx, { families }, "webhook");
  await wake(trx, queueName);
}

type Delivery = Row<"webhook_deliveries">;
type Person = { readonly id: number; readonly name: string };

async function dataOf(db: Db, delivery: Delivery) {
  const told = await findTold(db, delivery);
  if (!told) return {};
  const { id, family_id, category, is_urgent, asked_at, asker_id, asker, helper_id, helper } = told;
  return {
    requestId: id,
    familyId: family_id,
    category,
    isUrgent: is_urgent,
    askedAt: asked_at.toISOString(),
    askedBy: { id: asker_id, name: asker } satisfies Person,
    helper: helper_id && helper ? ({ id: helper_id, name: helper } satisfies Person) : null,
  };
}

async function bodyOf(db: Db, delivery: Delivery): Promise<string> {
  const { type, created_at } = delivery;
  return JSON.stringify({ type, timestamp: created_at.toISOString(), data: await dataOf(db, delivery) });
}

const totalMs = 10_000;
const pauseBehindMs = 1_000;

/** An address that may not be reached, or that says itself that it is gone, is not tried again. */
const isFinal = (failure: string): boolean => failure === "not-allowed" || failure === "gone";

async function attempt(world: World, delivery: Delivery, webhook: Row<"webhooks">): Promise<void> {
  const { config, database, secrets, clock } = world;
  const body = await bodyOf(database.reads, delivery);
  const signed = signedHeaders(secrets.open(webhook.sealed_secret), {
    id: `msg_${delivery.id}`,
    at: clock.now(),
    body,
  });
  const headers = { "content-type": "application/json", "user-agent": "Porchlight", ...signed };
  const rules = { home: config.homeNetwork, toLoopback: config.reachLoopback, totalMs };
  const failure = await post(secrets.open(webhook.sealed_url), headers, body, rules);
  const next = failure && !isFinal(failure) ? nextAttempt(delivery, clock.now()) : undefined;
  const state = failure ? "FAILED" : "ARRIVED";
  await updateDelivery(database.kysely, delivery, {
    failure: failure ?? null,
    lease_until: null,
    ...(next ? { due_at: next } : { state }),
  });
  await publish(database.kysely, delivery.family_id, "webhook");
}

/**
 * A program that was out of reach hears only the newest of each request: nobody's lamp is lit for a request that is over. Two
 * about one request never leave at the same time, so they arrive in their order.
 */
async function deliver(world: World, delivery: Delivery): Promise<void> {
  const { kysely: db } = world.database;
  const now = world.clock.now();
  const webhook = await findWebhook(db, delivery.family_id);
  const { isOvertaken, isBehind } = await findNeighbours(db, delivery, now);
  if (!webhook || isOvertaken) return await deleteDelivery(db, delivery);
  if (!isBehind) return await attempt(world, delivery, webhook);
  const due_at = new Date(now.getTime() + pauseBehindMs);
  await updateDelivery(db, delivery, { due_at, lease_until: null, attempts: delivery.attempts - 1 });
}

export const webhookDeliveries = new RowQueue({
  name: queueName,
  rows: dueDeliveries,
  concurrency: 20,
  process: deliver,
});

/** What became of them is shown for a week. */
export const deleteOldDeliveries = ({ database, clock }: World): Promise<void> =>
  deleteInBatches(
    database.kysely,
    "webhook_deliveries",
    ["family_id", "id"],
    sql`created_at < ${clock.now()}::timestamptz - interval '7 days'`,
  );
