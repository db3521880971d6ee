import { listActivity } from "#contract/activity.ts";
import { type Route, route } from "../http/route.ts";
import type { World } from "../world.ts";
import { activityOf } from "./activity.ts";

export const activityRoutes = ({ database }: World): Route[] => [
  route(listActivity, ({ member, query }) => activityOf(database.kysely, member, query.before)),
];
