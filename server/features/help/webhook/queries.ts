import { sql } from "kysely";
import type { WebhookEvent } from "#contract/help/webhook.ts";
import type { Db, NewRow, Row } from "#server/platform/db/schema.ts";
import type { DueRows } from "#server/platform/jobs/due-rows.ts";

export type RequestKey = Pick<Row<"help_requests">, "family_id" | "id">;

export const dueDeliveries: DueRows<"webhook_deliveries"> = {
  table: "webhook_deliveries",
  keys: ["family_id", "id"],
  due: "due_at",
  lease: "lease_until",
  attempts: "attempts",
  where: sql`state = 'WAITING'`,
};

export const findWebhook = (db: Db, familyId: number) =>
  db.selectFrom("webhooks").selectAll().where("family_id", "=", familyId).executeTakeFirst();

export async function upsertWebhook(trx: Db, webhook: NewRow<"webhooks">): Promise<void> {
  const { sealed_url } = webhook;
  await trx
    .insertInto("webhooks")
    .values(webhook)
    .onConflict((conflict) => conflict.column("family_id").doUpdateSet({ sealed_url }))
    .execute();
}

export async function updateSecret(trx: Db, familyId: number, sealed_secret: Buffer): Promise<boolean> {
  const webhook = trx.updateTable("webhooks").set({ sealed_secret }).where("family_id", "=", familyId);
  return (await webhook.executeTakeFirstOrThrow()).numUpdatedRows > 0n;
}

export async function deleteWebhook(trx: Db, familyId: number): Promise<boolean> {
  await trx.deleteFrom("webhook_deliveries").where("family_id", "=", familyId).execute();
  const webhook = trx.deleteFrom("webhooks").where("family_id", "=", familyId);
  return (await webhook.executeTakeFirstOrThrow()).numDeletedRows > 0n;
}

export const findLastDeliveries = (db: Db, familyId: number, count: number) =>
  db
    .selectFrom("webhook_deliveries")
    .select(["id", "type", "created_at", "state", "attempts", "failure"])
    .where("family_id", "=", familyId)
    .orderBy("id", "desc")
    .limit(count)
    .execute();

/** Adds a delivery for each of these requests whose family has a webhook. Returns these families. */
export async function insertDeliveries(
  trx: Db,
  requests: readonly RequestKey[],
  type: WebhookEvent,
  at: Date,
): Promise<number[]> {
  const families = requests.map(({ family_id }) => family_id);
  const ids = requests.map(({ id }) => id);
  const added = await trx
    .insertInto("webhook_deliveries")
    .columns(["family_id", "help_request_id", "type", "created_at", "due_at"])
    .expression(
      trx
        .selectFrom("webhooks as w")
        .innerJoin(
          sql<RequestKey>`(select * from unnest(${families}::integer[], ${ids}::bigint[]))`.as<"r">(
            sql`r (family_id, id)`,
          ),
          "r.family_id",
          "w.family_id",
        )
        .select(["w.family_id", "r.id", sql.val(type).as("type")])
        .select([sql<Date>`${at}::timestamptz`.as("created_at"), sql<Date>`${at}::timestamptz`.as("due_at")]),
    )
    .returning("family_id")
    .execute();
  return added.map(({ family_id }) => family_id);
}

export async function insertTest(trx: Db, family_id: number, at: Date): Promise<void> {
  await trx
    .insertInto("webhook_deliveries")
    .values({ family_id, type: "test", created_at: at, due_at: at })
    .execute();
}

type Delivery = Row<"webhook_deliveries">;

const deliveryOf = ({ family_id, id }: Pick<Delivery, "family_id" | "id">) =>
  sql<boolean>`(family_id, id) = (${family_id}, ${id})`;

/** What is told of a request: its category, who asked and who helps, but none of the words. */
export const findTold = (db: Db, { family_id, help_request_id }: Delivery) =>
  db
    .selectFrom("help_requests as r")
    .innerJoin("people as asker", "asker.id", "r.asked_by")
    .leftJoin("people as helper", "helper.id", "r.helper_id")
    .leftJoin("help_categories as c", "c.id", "r.category_id")
    .select(["r.id", "r.family_id", "r.asked_at", "r.is_urgent", "c.name as category"])
    .select(["asker.id as asker_id", "asker.username as asker"])
    .select(["helper.id as helper_id", "helper.username as helper"])
    .where("r.family_id", "=", family_id)
    .where("r.id", "=", help_request_id)
    .executeTakeFirst();

/** Whether a newer delivery about the same request exists, and whether an older one is just being sent. */
export const findNeighbours = (db: Db, { family_id, id, help_request_id }: Delivery, now: Date) =>
  db
    .selectFrom("webhook_deliveries")
    .select(sql<boolean>`coalesce(bool_or(id > ${id}), false)`.as("isOvertaken"))
    .select(
      sql<boolean>`coalesce(bool_or(id < ${id} and state = 'WAITING' and lease_until > ${now}), false)`.as(
        "isBehind",
      ),
    )
    .where("family_id", "=", family_id)
    .where("help_request_id", "=", help_request_id)
    .executeTakeFirstOrThrow();

export async function updateDelivery(
  db: Db,
  delivery: Delivery,
  change: Partial<Pick<Delivery, "state" | "due_at" | "lease_until" | "failure" | "attempts">>,
): Promise<void> {
  await db.updateTable("webhook_deliveries").set(change).where(deliveryOf(delivery)).execute();
}

export async function deleteDelivery(db: Db, delivery: Delivery): Promise<void> {
  await db.deleteFrom("webhook_deliveries").where(deliveryOf(delivery)).execute();
}
