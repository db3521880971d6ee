import { disconnectCalendar, getCalendarAuthUrl } from "#contract/calendar-connection.ts";
import { type Route, route } from "../../http/route.ts";
import type { World } from "../../world.ts";
import { authAddress, disconnect } from "./connections.ts";

export const calendarConnectionRoutes = (world: World): Route[] => [
  route(getCalendarAuthUrl, async ({ member, request: { protocol, host } }) => {
    const address = await authAddress(world, member);
    return { authUrl: new URL(address, `${protocol}://${host}`).href };
  }),
  route(disconnectCalendar, ({ member }) => disconnect(world, member)),
];
