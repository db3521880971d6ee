import {
  disconnectCalendar,
  getCalendarAuthUrl,
  listConnectedCalendars,
  shareCalendars,
} from "#contract/calendar/google.ts";
import { type Route, route } from "#server/http/route.ts";
import type { World } from "#server/world.ts";
import { connectedCalendars } from "./calendars.ts";
import { calendarAuthUrl, disconnect } from "./connections.ts";
import * as sharing from "./sharing.ts";

export const calendarConnectionRoutes = (world: World): Route[] => [
  route(getCalendarAuthUrl, async ({ member, request: { protocol, host } }) => {
    const address = await calendarAuthUrl(world, member);
    return { authUrl: new URL(address, `${protocol}://${host}`).href };
  }),
  route(disconnectCalendar, ({ member }) => disconnect(world, member)),
  route(listConnectedCalendars, ({ member }) => connectedCalendars(world, member)),
  route(shareCalendars, ({ member, body }) => sharing.shareCalendars(world, member, body)),
];
