// Each person can make, see, replace and end their own address of the calendar.
import type { CalendarAddress, WantedContents } from "#contract/calendar/published.ts";
import { recordActivity } from "#server/features/activity/activity.ts";
import type { Db, Row } from "#server/platform/db/schema.ts";
import { NotFound } from "#server/platform/errors.ts";
import type { Member } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import { fingerprint, randomCode } from "#server/platform/secrets.ts";
import type { World } from "#server/platform/world.ts";
import { hasConnected } from "../google/connections.ts";
import { deleteAddress, findAddress, holdMembership, updateContents, upsertAddress } from "./queries.ts";

async function toCalendarAddress(
  { config, secrets }: World,
  db: Db,
  { family_id, person_id, ...row }: Row<"published_calendars">,
): Promise<CalendarAddress> {
  const isOwn = await hasConnected(db, family_id, person_id);
  return {
    url: `${config.publicUrl}/calendar/${secrets.open(row.sealed_secret)}.ics`,
    categories: row.categories,
    hasOwnEvents: isOwn ? row.has_own_events : null,
  };
}

export async function addressOf(world: World, { familyId, id }: Member): Promise<CalendarAddress | null> {
  const { kysely: db } = world.database;
  const row = await findAddress(db, familyId, id);
  return row ? await toCalendarAddress(world, db, row) : null;
}

/** The person's other devices are updated, too. */
const publishAddress = (db: Db, { id }: Member): Promise<void> =>
  publish(db, { personId: id }, "published-calendar");

/** The chosen kinds of events stay as they were. */
export async function makeAddress(world: World, member: Member): Promise<CalendarAddress> {
  const { database, secrets, clock } = world;
  const secret = randomCode();
  const { familyId, id: personId } = member;
  const now = clock.now();
  const address = {
    family_id: familyId,
    person_id: personId,
    secret_hash: fingerprint(secret),
    sealed_secret: secrets.seal(secret),
    digest: null,
    changed_at: now,
  };
  return await database.kysely.transaction().execute(async (trx) => {
    // The person may have been removed since the request began.
    if (!(await holdMembership(trx, familyId, personId)))
      throw new NotFound("You're no longer in this family.");
    const made = await upsertAddress(trx, address);
    await recordActivity(trx, { familyId, personId, at: now }, { kind: "calendar-address-made" });
    await publishAddress(trx, member);
    return await toCalendarAddress(world, trx, made);
  });
}

export async function chooseCategories(
  world: World,
  member: Member,
  { categories, hasOwnEvents }: WantedContents,
): Promise<CalendarAddress> {
  return await world.database.kysely.transaction().execute(async (trx) => {
    const row = await updateContents(trx, member.familyId, member.id, {
      categories: [...new Set(categories)],
      ...(hasOwnEvents !== undefined && { has_own_events: hasOwnEvents }),
    });
    if (!row) throw new NotFound("You don't have a calendar address yet.");
    await publishAddress(trx, member);
    return await toCalendarAddress(world, trx, row);
  });
}

export async function endAddress({ database, clock }: World, member: Member): Promise<void> {
  const { familyId, id: personId } = member;
  await database.kysely.transaction().execute(async (trx) => {
    if (await deleteAddress(trx, familyId, personId))
      await recordActivity(trx, { familyId, personId, at: clock.now() }, { kind: "calendar-address-ended" });
    await publishAddress(trx, member);
  });
}
