// The settings of the family's day, and the calendar at an address whose events are shown in it.
import type { CalendarSettings, NewCalendarSettings } from "#contract/calendar/settings.ts";
import { NotFound } from "#server/platform/errors.ts";
import type { Member } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import type { World } from "#server/platform/world.ts";
import { isConnected } from "./google/connections.ts";
import { findSettings, storeSettings } from "./queries.ts";
import { findSubscribedCalendars, updateCategory } from "./subscriptions/queries.ts";
import { refreshCalendar } from "./subscriptions/refresh-job.ts";
import {
  countsOf,
  fetchNewCalendar,
  freshnessOf,
  subscribe,
  unsubscribe,
} from "./subscriptions/subscriptions.ts";

const purpose = "calendar";

type Switches = Awaited<ReturnType<typeof findSettings>>;

/** Without a row, all events are shown. */
const shown = (row: Switches) => ({
  showKidsEvents: row?.show_kids_events ?? true,
  showFamilyEvents: row?.show_family_events ?? true,
  showAppointments: row?.show_appointments ?? true,
});

export async function settingsOf(
  { database: { kysely: db }, secrets }: World,
  member: Member,
): Promise<CalendarSettings> {
  const [switches, [feed], hasConnection] = await Promise.all([
    findSettings(db, member.familyId),
    findSubscribedCalendars(db, member.familyId, purpose),
    isConnected(db, member.familyId),
  ]);
  return {
    ...shown(switches),
    calendarUrl: feed && member.role === "admin" ? secrets.open(feed.sealed_url) : "",
    isConnected: hasConnection,
    feedCategory: feed?.category ?? "family",
    feed: feed ? freshnessOf(feed) : null,
    feedEvents: countsOf(feed),
  };
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
    await storeSettings(trx, familyId, {
      show_kids_events: chosen.showKidsEvents,
      show_family_events: chosen.showFamilyEvents,
      show_appointments: chosen.showAppointments,
    });
    if (isOther) await unsubscribe(trx, familyId, purpose);
    if (fetched) await subscribe(trx, world, { familyId, purpose, url, name: "", category }, fetched);
    else await updateCategory(trx, familyId, { purpose, category });
    await publish(trx, familyId, "calendar-settings", "calendar-events");
  });
  return await settingsOf(world, member);
}

/** If the calendar cannot be read, the returned settings say why. */
export async function readAgain(world: World, member: Member): Promise<CalendarSettings> {
  const [feed] = await findSubscribedCalendars(world.database.kysely, member.familyId, purpose);
  if (!feed) throw new NotFound("There is no calendar address to read.");
  await refreshCalendar(world, feed);
  return await settingsOf(world, member);
}
