import {
  changeFamily,
  changeRole,
  getFamily,
  getProxyState,
  leaveFamily,
  listMembers,
  openFamily,
  removeMember,
  startFamily,
} from "#contract/families.ts";
import { comesByUntrustedProxy } from "#server/platform/http/origins.ts";
import { type Route, route } from "#server/platform/http/route.ts";
import { requireFreshProof } from "#server/platform/http/session.ts";
import type { World } from "#server/platform/world.ts";
import * as departures from "./departures.ts";
import type { FamilyEvents } from "./families.ts";
import * as families from "./families.ts";
import * as members from "./members.ts";
import { changeFamily as change } from "./settings.ts";

const settingsRoutes = (world: World, events: FamilyEvents): Route[] => [
  route(getFamily, ({ member }) => families.familyOf(world.database, member)),
  route(changeFamily, ({ member, body }) => change(world, events, member, body)),
  route(getProxyState, ({ request }) => ({ isProxyUntrusted: comesByUntrustedProxy(request) })),
  route(startFamily, async ({ person, body }) => ({ id: await families.startFamily(world, person, body) })),
  route(openFamily, ({ person, body }) => families.openFamily(world.database.kysely, person, body.familyId)),
];

const memberRoutes = ({ database, clock }: World, events: FamilyEvents): Route[] => [
  route(listMembers, ({ member }) => members.membersOf(database, member)),
  route(changeRole, ({ member, params, body }) =>
    members.changeRole(database.kysely, events, member, {
      personId: params.id,
      role: body.role,
      at: clock.now(),
    }),
  ),
  route(removeMember, ({ member, params, query }) =>
    departures.removeMember(database.kysely, events, member, {
      personId: params.id,
      areHellosWanted: query.hellos !== "go",
      at: clock.now(),
    }),
  ),
  route(leaveFamily, ({ member, query }) => {
    // Leaving is always possible. Making somebody an admin takes a proof here too.
    if (query.successor !== undefined) requireFreshProof(member);
    return departures.leave(database.kysely, events, member, { ...query, at: clock.now() });
  }),
];

export const familyRoutes = (world: World, events: FamilyEvents): Route[] => [
  ...settingsRoutes(world, events),
  ...memberRoutes(world, events),
];
