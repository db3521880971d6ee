import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import type { AppriseAddress, NewAppriseAddress } from "#contract/messages.ts";
import type { Db, Schema } from "#server/platform/db/schema.ts";
import { Unavailable } from "#server/platform/errors.ts";
import type { Person } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import type { World } from "#server/platform/world.ts";
import { renewContactMethod } from "../contact-methods.ts";
import { checkAddress, shownAddress } from "./address.ts";

export const hasAddress = ({
  exists,
  selectFrom,
}: ExpressionBuilder<Schema, "people">): Expression<SqlBool> =>
  exists(
    selectFrom("apprise_addresses as a").select("a.person_id").whereRef("a.person_id", "=", "people.id"),
  );

export async function findAddress(
  { secrets }: Pick<World, "secrets">,
  db: Db,
  personId: number,
): Promise<string | undefined> {
  const own = db.selectFrom("apprise_addresses").select("sealed_url").where("person_id", "=", personId);
  const found = await own.executeTakeFirst();
  return found && secrets.open(found.sealed_url);
}

export async function addressOf(world: World, { id }: Pick<Person, "id">): Promise<AppriseAddress> {
  const { config, database } = world;
  const url = await findAddress(world, database.kysely, id);
  return { isPossible: config.apprise !== undefined, shown: url === undefined ? null : shownAddress(url) };
}

async function changed(trx: Db, { id }: Pick<Person, "id">): Promise<void> {
  await renewContactMethod(trx, { personId: id, channel: "apprise" });
  await publish(trx, { personId: id }, "apprise-address", "reminders");
}

export async function setAddress(
  world: World,
  person: Person,
  { url }: NewAppriseAddress,
): Promise<AppriseAddress> {
  const { config, database, secrets, clock } = world;
  if (!config.apprise) throw new Unavailable("This server cannot send messages through Apprise.");
  checkAddress(url, config.homeNetwork);
  const address = { sealed_url: secrets.seal(url), created_at: clock.now() };
  await database.kysely.transaction().execute(async (trx) => {
    await trx
      .insertInto("apprise_addresses")
      .values({ person_id: person.id, ...address })
      .onConflict((conflict) => conflict.column("person_id").doUpdateSet(address))
      .execute();
    await changed(trx, person);
  });
  return await addressOf(world, person);
}

export async function deleteAddress({ database }: World, person: Person): Promise<void> {
  await database.kysely.transaction().execute(async (trx) => {
    await trx.deleteFrom("apprise_addresses").where("person_id", "=", person.id).execute();
    await changed(trx, person);
  });
}
