import { listCalendarEvents } from "#contract/calendar/calendar.ts";
import {
  changeCalendarSettings,
  getCalendarSettings,
  listStaleCalendars,
  readCalendarAgain,
} from "#contract/calendar/settings.ts";
import { perSession } from "#server/http/limits.ts";
import { type Route, route } from "#server/http/route.ts";
import type { World } from "#server/world.ts";
import { openDays, rangeOf } from "./calendar.ts";
import * as settings from "./settings.ts";
import { staleCalendarsOf } from "./stale-calendars.ts";

const ofSettings = (world: World): Route[] => [
  route(getCalendarSettings, ({ member }) => settings.settingsOf(world, member)),
  route(
    changeCalendarSettings,
    ({ member, body }) => settings.changeSettings(world, member, body),
    perSession("calendar-fetches"),
  ),
  route(readCalendarAgain, ({ member }) => settings.readAgain(world, member), perSession("calendar-fetches")),
];

export const calendarRoutes = (world: World): Route[] => [
  route(listCalendarEvents, ({ member, query }) => openDays(world, member, rangeOf(query))),
  route(listStaleCalendars, ({ member }) => staleCalendarsOf(world.database, member, world.clock.now())),
  ...ofSettings(world),
];
