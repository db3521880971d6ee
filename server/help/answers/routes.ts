import * as contract from "#contract/help/answers.ts";
import { type Route, route } from "#server/http/route.ts";
import type { World } from "#server/world.ts";
import { acknowledgeByLink, answerByLink } from "./answers.ts";

export const helpAnswerRoutes = (world: World): Route[] => [
  route(contract.getHelpAnswer, ({ params }) => answerByLink(world, params.token)),
  route(contract.acknowledgeByLink, ({ params }) => acknowledgeByLink(world, params.token)),
];
