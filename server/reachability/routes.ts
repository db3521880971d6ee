import * as contract from "#contract/reachability.ts";
import { type Route, route } from "../http/route.ts";
import type { World } from "../world.ts";
import { reachabilityOf } from "./state.ts";
import { answerTest, testBehind } from "./testing/answers.ts";
import { sendTest } from "./testing/asked-tests.ts";
import { waysInFamily, waysToPerson } from "./ways.ts";

export const reachabilityRoutes = (world: World): Route[] => [
  route(contract.getReachability, async ({ member }) => ({
    state: await reachabilityOf(world, member.familyId),
  })),
  route(contract.getOwnWays, ({ person }) => waysToPerson(world, person.id)),
  route(contract.listMemberWays, async ({ member }) => {
    const members = await waysInFamily(world, member.familyId);
    return members.map(({ personId: id, ...rest }) => ({ id, ...rest }));
  }),
  route(contract.sendTest, async ({ member, params }) => ({
    sentBy: await sendTest(world, member, params.id),
  })),
  route(contract.getTestAnswer, ({ params }) => testBehind(world, params.token)),
  route(contract.answerTest, ({ params }) => answerTest(world, params.token)),
];
