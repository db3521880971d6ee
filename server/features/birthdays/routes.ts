import * as contract from "#contract/birthdays.ts";
import { type Route, route } from "#server/platform/http/route.ts";
import type { World } from "#server/platform/world.ts";
import * as birthdays from "./birthdays.ts";

export const birthdayRoutes = (world: World): Route[] => [
  route(contract.changeBirthday, ({ member, params, body }) =>
    birthdays.changeBirthday(world, member, params.id, body),
  ),
  route(contract.removeBirthday, ({ member, params }) => birthdays.removeBirthday(world, member, params.id)),
];
