// Each person's own address of the calendar: told, made anew, taken back.
import type { EventCategory } from "#contract/calendar.ts";
import type { CalendarAddress } from "#contract/calendar-address.ts";
import type { Db, Row } from "../db/schema.ts";
import { NotFound } from "../errors.ts";
import type { Member } from "../http/session.ts";
import { notify } from "../live/publish.ts";
import { fingerprint, randomCode } from "../secrets.ts";
import type { World } from "../world.ts";

type AddressRow = Row<"calendar_addresses">;

const told = (
  { config, secrets }: World,
  { sealed_secret, categories }: Pick<AddressRow, "sealed_secret" | "categories">,
): CalendarAddress => ({
  url: `${config.publicUrl}/calendar/${secrets.open(sealed_secret)}.ics`,
  categories,
});

export async function addressOf(world: World, { familyId, id }: Member): Promise<CalendarAddress | null> {
  const row = await world.database.kysely
    .selectFrom("calendar_addresses")
    .selectAll()
    .where("family_id", "=", familyId)
    .where("person_id", "=", id)
    .executeTakeFirst();
  return row ? told(world, row) : null;
}

/** On the person's other devices too. */
const announce = (db: Db, { id }: Member): Promise<void> =>
  notify(db, { personId: id, events: ["calendar-address"] });

/** Whoever was of the family at the door may have been taken out of it since. */
async function holdMembership(db: Db, { familyId, id }: Member): Promise<void> {
  const membership = await db
    .selectFrom("memberships")
    .select("person_id")
    .where("family_id", "=", familyId)
    .where("person_id", "=", id)
    .forKeyShare()
    .executeTakeFirst();
  if (!membership) throw new NotFound("You are not in this family any more.");
}

/** What kinds of events the apps are given stays as it was. */
export async function makeAddress(world: World, member: Member): Promise<CalendarAddress> {
  const { database, secrets, clock } = world;
  const secret = randomCode();
  const fresh = { secret_hash: fingerprint(secret), sealed_secret: secrets.seal(secret) };
  const row = { ...fresh, digest: null, changed_at: clock.now() };
  return await database.kysely.transaction().execute(async (trx) => {
    await holdMembership(trx, member);
    const made = await trx
      .insertInto("calendar_addresses")
      .values({ family_id: member.familyId, person_id: member.id, ...row })
      .onConflict((conflict) => conflict.columns(["family_id", "person_id"]).doUpdateSet(row))
      .returningAll()
      .executeTakeFirstOrThrow();
    await announce(trx, member);
    return told(world, made);
  });
}

export async function chooseCategories(
  world: World,
  member: Member,
  chosen: readonly EventCategory[],
): Promise<CalendarAddress> {
  return await world.database.kysely.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable("calendar_addresses")
      .set({ categories: [...new Set(chosen)] })
      .where("family_id", "=", member.familyId)
      .where("person_id", "=", member.id)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw new NotFound("You have no calendar address yet.");
    await announce(trx, member);
    return told(world, row);
  });
}

export async function endAddress({ database }: World, member: Member): Promise<void> {
  await database.kysely.transaction().execute(async (trx) => {
    await trx
      .deleteFrom("calendar_addresses")
      .where("family_id", "=", member.familyId)
      .where("person_id", "=", member.id)
      .execute();
    await announce(trx, member);
  });
}
