import { listActivity } from "#contract/activity.ts";
import { type Route, route } from "#server/platform/http/route.ts";
import type { World } from "#server/platform/world.ts";
import { activityOf } from "./activity.ts";

export const activityRoutes = ({ database }: World): Route[] => [
  route(listActivity, ({ member, query }) => activityOf(database.kysely, member, query.before)),
];
