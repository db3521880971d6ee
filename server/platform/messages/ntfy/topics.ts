import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import type { NtfySubscription } from "#contract/messages.ts";
import type { Db, Schema } from "#server/platform/db/schema.ts";
import { Unavailable } from "#server/platform/errors.ts";
import type { Person } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import { randomCode } from "#server/platform/secrets.ts";
import type { World } from "#server/platform/world.ts";
import { renewContactMethod } from "../contact-methods.ts";

export const hasTopic = ({ exists, selectFrom }: ExpressionBuilder<Schema, "people">): Expression<SqlBool> =>
  exists(selectFrom("ntfy_topics as t").select("t.topic").whereRef("t.person_id", "=", "people.id"));

export async function findTopic(db: Db, personId: number): Promise<string | undefined> {
  const own = db.selectFrom("ntfy_topics").select("topic").where("person_id", "=", personId);
  return (await own.executeTakeFirst())?.topic;
}

export const subscriptionOf = async (
  { config, database }: World,
  { id }: Pick<Person, "id">,
): Promise<NtfySubscription> => ({
  server: config.ntfy?.url ?? null,
  topic: (await findTopic(database.kysely, id)) ?? null,
});

async function changed(trx: Db, { id }: Pick<Person, "id">): Promise<void> {
  await renewContactMethod(trx, { personId: id, channel: "ntfy" });
  await publish(trx, { personId: id }, "ntfy-subscription", "reminders");
}

/** Whoever knew an earlier topic reads nothing more. */
export async function makeSubscription(world: World, person: Person): Promise<NtfySubscription> {
  const { config, database, clock } = world;
  if (!config.ntfy) throw new Unavailable("This server cannot send messages by ntfy.");
  const topic = { topic: `porchlight-${randomCode()}`, created_at: clock.now() };
  await database.kysely.transaction().execute(async (trx) => {
    await trx
      .insertInto("ntfy_topics")
      .values({ person_id: person.id, ...topic })
      .onConflict((conflict) => conflict.column("person_id").doUpdateSet(topic))
      .execute();
    await changed(trx, person);
  });
  return await subscriptionOf(world, person);
}

export async function deleteSubscription({ database }: World, person: Person): Promise<void> {
  await database.kysely.transaction().execute(async (trx) => {
    await trx.deleteFrom("ntfy_topics").where("person_id", "=", person.id).execute();
    await changed(trx, person);
  });
}
