import {
  changeEscalationPlan,
  getEscalationPlan,
  listHelpers,
  restoreEscalationPlan,
} from "#contract/help/plan.ts";
import { type Route, route } from "#server/http/route.ts";
import type { World } from "#server/world.ts";
import { changePlan, planOf, restorePlan } from "./escalation-plan.ts";
import { helpersOf } from "./people-asked.ts";

export const escalationPlanRoutes = (world: World): Route[] => [
  route(getEscalationPlan, ({ member }) => planOf(world.database, member.familyId)),
  route(changeEscalationPlan, ({ member, body }) => changePlan(world, member, body)),
  route(restoreEscalationPlan, ({ member }) => restorePlan(world, member)),
  route(listHelpers, ({ member }) => helpersOf(world, member)),
];
