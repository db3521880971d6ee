import {
  addManualEvent,
  changeManualEvent,
  deleteManualEvent,
  listManualEvents,
} from "#contract/calendar/manual-events.ts";
import { type Route, route } from "#server/http/route.ts";
import type { World } from "#server/world.ts";
import * as events from "./manual-events.ts";
import { changeSingleDate, deleteSingleDate } from "./single-dates.ts";

export const manualEventRoutes = (world: World): Route[] => [
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
