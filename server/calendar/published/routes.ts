import * as contract from "#contract/calendar/published.ts";
import { type Route, route } from "#server/http/route.ts";
import type { World } from "#server/world.ts";
import { addressOf, chooseCategories, endAddress, makeAddress } from "./addresses.ts";

export const calendarAddressRoutes = (world: World): Route[] => [
  route(contract.getCalendarAddress, ({ member }) => addressOf(world, member)),
  route(contract.makeCalendarAddress, ({ member }) => makeAddress(world, member)),
  route(contract.chooseCategories, ({ member, body }) => chooseCategories(world, member, body)),
  route(contract.endCalendarAddress, ({ member }) => endAddress(world, member)),
];
