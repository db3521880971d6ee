import { listCalendarEvents } from "#contract/calendar.ts";
import { type Route, route } from "../http/route.ts";
import type { World } from "../world.ts";
import { eventsBetween, rangeOf } from "./calendar.ts";

export const calendarRoutes = ({ database, clock }: World): Route[] => [
  route(listCalendarEvents, ({ member, query }) =>
    eventsBetween(database, member, clock.now(), rangeOf(query)),
  ),
];
