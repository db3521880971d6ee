// The program of a family that is told about its requests for help. An admin enters its address.
import type { NewWebhook, Webhook } from "#contract/help/webhook.ts";
import { recordActivity } from "#server/features/activity/activity.ts";
import { takeAllowances } from "#server/platform/allowances/allowances.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { Conflict, NotFound, TooMany } from "#server/platform/errors.ts";
import type { Member } from "#server/platform/http/session.ts";
import { wake } from "#server/platform/jobs/worker.ts";
import { publish } from "#server/platform/live/publish.ts";
import type { World } from "#server/platform/world.ts";
import { queueName } from "./deliveries.ts";
import { checkAddress } from "./post.ts";
import {
  deleteWebhook,
  findLastDeliveries,
  findWebhook,
  insertTest,
  updateSecret,
  upsertWebhook,
} from "./queries.ts";
import { newSecret } from "./signature.ts";

const shownDeliveries = 5;

export async function webhookOf({ database, secrets }: World, { familyId }: Member): Promise<Webhook | null> {
  const { kysely: db } = database;
  const webhook = await findWebhook(db, familyId);
  if (!webhook) return null;
  const deliveries = await findLastDeliveries(db, familyId, shownDeliveries);
  return {
    url: secrets.open(webhook.sealed_url),
    secret: secrets.open(webhook.sealed_secret),
    deliveries: deliveries.map(({ created_at, ...delivery }) => ({
      ...delivery,
      at: created_at.toISOString(),
    })),
  };
}

async function changed(
  trx: Db,
  { clock }: World,
  { familyId, id: personId }: Member,
  kind: "webhook-set" | "webhook-secret-renewed" | "webhook-removed",
): Promise<void> {
  await recordActivity(trx, { familyId, personId, at: clock.now() }, { kind });
  await publish(trx, familyId, "webhook");
}

async function existing(world: World, member: Member): Promise<Webhook> {
  const webhook = await webhookOf(world, member);
  if (!webhook) throw new NotFound();
  return webhook;
}

/** The secret stays when only the address changes. */
export async function setWebhook(world: World, member: Member, { url }: NewWebhook): Promise<Webhook> {
  const { config, database, secrets, clock } = world;
  checkAddress(url, { home: config.homeNetwork, toLoopback: config.reachLoopback });
  await database.kysely.transaction().execute(async (trx) => {
    await upsertWebhook(trx, {
      family_id: member.familyId,
      sealed_url: secrets.seal(url),
      sealed_secret: secrets.seal(newSecret()),
      created_at: clock.now(),
    });
    await changed(trx, world, member, "webhook-set");
  });
  return await existing(world, member);
}

export async function renewSecret(world: World, member: Member): Promise<Webhook> {
  const { database, secrets } = world;
  await database.kysely.transaction().execute(async (trx) => {
    const isThere = await updateSecret(trx, member.familyId, secrets.seal(newSecret()));
    if (!isThere) throw new NotFound();
    await changed(trx, world, member, "webhook-secret-renewed");
  });
  return await existing(world, member);
}

export async function testWebhook(world: World, { familyId }: Member): Promise<void> {
  const { database, clock } = world;
  const wait = await takeAllowances(world, database.kysely, { name: "webhook-tests", key: familyId });
  if (wait > 0) throw new TooMany("You've sent many tests. Please wait a little.", wait);
  await database.kysely.transaction().execute(async (trx) => {
    if (!(await findWebhook(trx, familyId))) throw new Conflict("Please save the address first.");
    await insertTest(trx, familyId, clock.now());
    await publish(trx, familyId, "webhook");
    await wake(trx, queueName);
  });
}

export async function removeWebhook(world: World, member: Member): Promise<void> {
  await world.database.kysely.transaction().execute(async (trx) => {
    if (await deleteWebhook(trx, member.familyId)) await changed(trx, world, member, "webhook-removed");
  });
}
