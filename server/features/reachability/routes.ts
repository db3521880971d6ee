import * as contract from "#contract/reachability.ts";
import { type Route, route } from "#server/platform/http/route.ts";
import type { World } from "#server/platform/world.ts";
import { contactMethodsInFamily, contactMethodsOfPeople, reachabilityOf } from "./known-contact-methods.ts";
import { answerTest, sendAskedTest, testBehind } from "./testing/weekly-tests.ts";

export const reachabilityRoutes = (world: World): Route[] => [
  route(contract.getReachability, async ({ member }) => ({
    state: await reachabilityOf(world, member.familyId),
  })),
  route(
    contract.listOwnContactMethods,
    async ({ person: { id } }) => (await contactMethodsOfPeople(world, [id])).get(id) ?? [],
  ),
  route(contract.listMemberContactMethods, async ({ member }) => {
    const members = await contactMethodsInFamily(world, member.familyId);
    return members.map(({ personId: id, ...rest }) => ({ id, ...rest }));
  }),
  route(contract.sendTest, async ({ member, params }) => ({
    sentBy: await sendAskedTest(world, member, params.id),
  })),
  route(contract.sendOwnTest, async ({ member, body }) => ({
    sentBy: await sendAskedTest(world, member, member.id, [body.channel]),
  })),
  route(contract.getTestAnswer, ({ params }) => testBehind(world, params.token)),
  route(contract.answerTest, ({ params }) => answerTest(world, params.token)),
];
