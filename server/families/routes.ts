import { getFamily, openFamily, startFamily } from "#contract/families.ts";
import { type Route, route } from "../http/route.ts";
import type { World } from "../world.ts";
import * as families from "./families.ts";

export const familyRoutes = (world: World): Route[] => [
  route(getFamily, ({ member }) => families.familyOf(world.database, member)),
  route(startFamily, async ({ person, body }) => ({ id: await families.startFamily(world, person, body) })),
  route(openFamily, ({ person, body }) => families.openFamily(world.database.kysely, person, body.familyId)),
];
