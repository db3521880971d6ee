import {
  acceptInvitation,
  askForRenewal,
  createInvitation,
  declineInvitation,
  deleteInvitation,
  getExpiredInvitation,
  listInvitations,
  renewInvitation,
  verifyInvitation,
} from "#contract/invitations.ts";
import { markOpened, rememberSession } from "#server/platform/http/cookies.ts";
import { callerAddress, perAddress } from "#server/platform/http/limits.ts";
import { type Route, route } from "#server/platform/http/route.ts";
import type { World } from "#server/platform/world.ts";
import * as answers from "./answers.ts";
import * as invitations from "./invitations.ts";
import * as renewals from "./renewals.ts";

const familyRoutes = (world: World): Route[] => [
  route(listInvitations, ({ member, params }) => invitations.invitationsOf(world, member, params.familyId)),
  route(createInvitation, ({ member, body, request }) =>
    invitations.invite(world, member, body, callerAddress(request)),
  ),
  route(renewInvitation, ({ member, params, request }) =>
    renewals.renew(world, member, params.id, callerAddress(request)),
  ),
  route(deleteInvitation, ({ member, params }) => invitations.deleteInvitation(world, member, params.id)),
];

const answerRoutes = (world: World): Route[] => [
  route(verifyInvitation, async ({ query, reply }) => {
    const open = await answers.openInvitation(world, query.code);
    if (open.needsNoCode)
      markOpened(reply, world.config, answers.openedMark(world, query.code, world.clock.now()));
    return open;
  }),
  route(acceptInvitation, async ({ person, body, reply }) => {
    const role = await answers.accept(world.database.kysely, person, body, world.clock.now());
    rememberSession(reply, world.config, person.token);
    return { token: person.token, role };
  }),
  route(declineInvitation, ({ body }) =>
    answers.decline(world.database.kysely, body.inviteCode, world.clock.now()),
  ),
];

const renewalRoutes = (world: World): Route[] => [
  route(getExpiredInvitation, ({ query }) =>
    renewals.expiredInvitation(world.database.kysely, query.code, world.clock.now()),
  ),
  route(
    askForRenewal,
    ({ body, request }) => renewals.askForRenewal(world, body.inviteCode, callerAddress(request)),
    perAddress("renewal-requests"),
  ),
];

export const invitationRoutes = (world: World): Route[] => [
  ...familyRoutes(world),
  ...answerRoutes(world),
  ...renewalRoutes(world),
];
