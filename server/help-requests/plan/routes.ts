import { changeEscalationPlan, getEscalationPlan, restoreEscalationPlan } from "#contract/escalation-plan.ts";
import { type Route, route } from "../../http/route.ts";
import type { World } from "../../world.ts";
import { changePlan, planOf, restorePlan } from "./escalation-plan.ts";

export const escalationPlanRoutes = ({ database }: World): Route[] => [
  route(getEscalationPlan, ({ member }) => planOf(database, member.familyId)),
  route(changeEscalationPlan, ({ member, body }) => changePlan(database, member, body)),
  route(restoreEscalationPlan, ({ member }) => restorePlan(database, member)),
];
