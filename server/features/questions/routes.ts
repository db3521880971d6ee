import * as contract from "#contract/questions.ts";
import { type Route, route } from "#server/platform/http/route.ts";
import type { World } from "#server/platform/world.ts";
import * as questions from "./questions.ts";

export const questionRoutes = (world: World): Route[] => [
  route(contract.getCurrentQuestion, ({ member }) =>
    questions.currentQuestion(world.database, member, world.clock.now()),
  ),
  route(contract.getNextQuestion, ({ member }) =>
    questions.nextQuestion(world.database, member, world.clock.now()),
  ),
  route(contract.setNextQuestion, ({ member, body }) => questions.setNext(world, member, body)),
];
