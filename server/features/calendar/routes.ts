import { listCalendarEvents, listTomorrowsEvents } from "#contract/calendar/calendar.ts";
import {
  disconnectCalendar,
  getCalendarAuthUrl,
  listConnectedCalendars,
  shareCalendars,
} from "#contract/calendar/google.ts";
import {
  addManualEvent,
  changeManualEvent,
  deleteManualEvent,
  listManualEvents,
} from "#contract/calendar/manual-events.ts";
import * as contract from "#contract/calendar/published.ts";
import { changeReminders, getReminders } from "#contract/calendar/reminders.ts";
import {
  changeCalendarSettings,
  getCalendarSettings,
  listStaleCalendars,
  readCalendarAgain,
} from "#contract/calendar/settings.ts";
import { perPerson } from "#server/platform/http/limits.ts";
import { type Route, route } from "#server/platform/http/route.ts";
import type { World } from "#server/platform/world.ts";
import { openDays, rangeOf } from "./calendar.ts";
import { calendarAuthUrl, disconnect } from "./google/connections.ts";
import * as sharing from "./google/sharing.ts";
import * as events from "./manual-events/manual-events.ts";
import { changeSingleDate, deleteSingleDate } from "./manual-events/single-dates.ts";
import { addressOf, chooseCategories, endAddress, makeAddress } from "./published/addresses.ts";
import * as choices from "./reminders/choices.ts";
import * as settings from "./settings.ts";
import { staleCalendarsOf } from "./subscriptions/subscriptions.ts";

const dayRoutes = (world: World): Route[] => [
  route(listCalendarEvents, ({ member, query }) => openDays(world, member, rangeOf(query))),
  route(listTomorrowsEvents, ({ member }) => openDays(world, member, "tomorrow")),
  route(listStaleCalendars, ({ member }) => staleCalendarsOf(world.database, member, world.clock.now())),
  route(getCalendarSettings, ({ member }) => settings.settingsOf(world, member)),
  route(
    changeCalendarSettings,
    ({ member, body }) => settings.changeSettings(world, member, body),
    perPerson("calendar-fetches"),
  ),
  route(readCalendarAgain, ({ member }) => settings.readAgain(world, member), perPerson("calendar-fetches")),
];

const connectionRoutes = (world: World): Route[] => [
  route(getCalendarAuthUrl, async ({ member, request: { protocol, host } }) => {
    const address = await calendarAuthUrl(world, member);
    return { authUrl: new URL(address, `${protocol}://${host}`).href };
  }),
  route(disconnectCalendar, ({ member }) => disconnect(world, member)),
  route(listConnectedCalendars, ({ member }) => sharing.connectedCalendars(world, member)),
  route(
    shareCalendars,
    ({ member, body }) => sharing.shareCalendars(world, member, body),
    perPerson("calendar-fetches"),
  ),
];

const addressRoutes = (world: World): Route[] => [
  route(contract.getCalendarAddress, ({ member }) => addressOf(world, member)),
  route(contract.makeCalendarAddress, ({ member }) => makeAddress(world, member)),
  route(contract.chooseCategories, ({ member, body }) => chooseCategories(world, member, body)),
  route(contract.endCalendarAddress, ({ member }) => endAddress(world, member)),
];

const manualEventRoutes = (world: World): Route[] => [
  route(listManualEvents, ({ member }) => events.manualEventsOf(world, member)),
  route(addManualEvent, ({ member, body }) => events.addEvent(world, member, body)),
  route(changeManualEvent, ({ member, params: { id }, query: { occurrence }, body }) =>
    occurrence === undefined
      ? events.changeEvent(world, member, id, body)
      : changeSingleDate(world, member, { id, occurrence }, body),
  ),
  route(deleteManualEvent, ({ member, params: { id }, query: { occurrence } }) =>
    occurrence === undefined
      ? events.deleteEvent(world.database.kysely, member, id)
      : deleteSingleDate(world, member, { id, occurrence }),
  ),
];

const reminderRoutes = (world: World): Route[] => [
  route(getReminders, ({ member }) => choices.remindersOf(world, member)),
  route(changeReminders, ({ member, body }) => choices.changeReminders(world, member, body)),
];

export const calendarRoutes = (world: World): Route[] => [
  ...dayRoutes(world),
  ...connectionRoutes(world),
  ...addressRoutes(world),
  ...manualEventRoutes(world),
  ...reminderRoutes(world),
];
