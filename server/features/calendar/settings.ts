// The settings of the family's day, and the calendar at an address whose events are shown in it.
import type { CalendarSettings, NewCalendarSettings } from "#contract/calendar/settings.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { NotFound } from "#server/platform/errors.ts";
import type { Member } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import type { World } from "#server/platform/world.ts";
import { isConnected } from "./google/connections.ts";
import { refreshCalendar } from "./subscriptions/refresh-job.ts";
import {
  countsOf,
  fetchNewCalendar,
  freshnessOf,
  subscribe,
  subscribedCalendarsOf,
  unsubscribe,
} from "./subscriptions/subscriptions.ts";

const purpose = "calendar";

async function switchesOf(db: Db, { familyId }: Member) {
  const row = await db
    .selectFrom("calendar_settings")
    .selectAll()
    .where("family_id", "=", familyId)
    .executeTakeFirst();
  return {
    showKidsEvents: row?.show_kids_events ?? true,
    showFamilyEvents: row?.show_family_events ?? true,
    showAppointments: row?.show_appointments ?? true,
  };
}

export async function settingsOf(
  { database: { kysely: db }, secrets }: World,
  member: Member,
): Promise<CalendarSettings> {
  const [switches, [feed], hasConnection] = await Promise.all([
    switchesOf(db, member),
    subscribedCalendarsOf(db, member.familyId, purpose),
    isConnected(db, member.familyId),
  ]);
  return {
    ...switches,
    calendarUrl: feed && member.role === "admin" ? secrets.open(feed.sealed_url) : "",
    isConnected: hasConnection,
    feedCategory: feed?.category ?? "family",
    feed: feed ? freshnessOf(feed) : null,
    feedEvents: countsOf(feed),
  };
}

async function saveSwitches(trx: Db, { familyId }: Member, chosen: NewCalendarSettings): Promise<void> {
  const switches = {
    show_kids_events: chosen.showKidsEvents,
    show_family_events: chosen.showFamilyEvents,
    show_appointments: chosen.showAppointments,
  };
  await trx
    .insertInto("calendar_settings")
    .values({ family_id: familyId, ...switches })
    .onConflict((conflict) => conflict.column("family_id").doUpdateSet(switches))
    .execute();
}

/**
 * A calendar that is already subscribed to is not fetched again, so that saving a switch does not depend on another
 * server.
 */
export async function changeSettings(
  world: World,
  member: Member,
  chosen: NewCalendarSettings,
): Promise<CalendarSettings> {
  const { kysely: db } = world.database;
  const { familyId } = member;
  const { calendarUrl: url } = chosen;
  const before = await settingsOf(world, member);
  const category = chosen.feedCategory ?? before.feedCategory;
  const isOther = url !== before.calendarUrl;
  const fetched = isOther && url ? await fetchNewCalendar(world, familyId, url, "calendarUrl") : undefined;
  await db.transaction().execute(async (trx) => {
    await saveSwitches(trx, member, chosen);
    if (isOther) await unsubscribe(trx, familyId, purpose);
    if (fetched) await subscribe(trx, world, { familyId, purpose, url, name: "", category }, fetched);
    else
      await trx
        .updateTable("subscribed_calendars")
        .set({ category })
        .where("family_id", "=", familyId)
        .where("purpose", "=", purpose)
        .execute();
    await publish(trx, familyId, "calendar-settings", "calendar-events");
  });
  return await settingsOf(world, member);
}

/** If the calendar cannot be read, the returned settings say why. */
export async function readAgain(world: World, member: Member): Promise<CalendarSettings> {
  const [feed] = await subscribedCalendarsOf(world.database.kysely, member.familyId, purpose);
  if (!feed) throw new NotFound("There is no calendar address to read.");
  await refreshCalendar(world, feed);
  return await settingsOf(world, member);
}
