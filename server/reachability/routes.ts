import * as contract from "#contract/reachability.ts";
import { type Route, route } from "#server/http/route.ts";
import type { World } from "#server/world.ts";
import { contactMethodsInFamily, contactMethodsOfPerson } from "./known-contact-methods.ts";
import { reachabilityOf } from "./state.ts";
import { answerTest, testBehind } from "./testing/answers.ts";
import { sendTest } from "./testing/asked-tests.ts";

export const reachabilityRoutes = (world: World): Route[] => [
  route(contract.getReachability, async ({ member }) => ({
    state: await reachabilityOf(world, member.familyId),
  })),
  route(contract.listOwnContactMethods, ({ person }) => contactMethodsOfPerson(world, person.id)),
  route(contract.listMemberContactMethods, async ({ member }) => {
    const members = await contactMethodsInFamily(world, member.familyId);
    return members.map(({ personId: id, ...rest }) => ({ id, ...rest }));
  }),
  route(contract.sendTest, async ({ member, params }) => ({
    sentBy: await sendTest(world, member, params.id),
  })),
  route(contract.getTestAnswer, ({ params }) => testBehind(world, params.token)),
  route(contract.answerTest, ({ params }) => answerTest(world, params.token)),
];
