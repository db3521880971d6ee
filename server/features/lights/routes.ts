import * as contract from "#contract/lights.ts";
import { type Route, route } from "#server/platform/http/route.ts";
import type { World } from "#server/platform/world.ts";
import * as lights from "./lights.ts";

export const lightRoutes = (world: World): Route[] => [
  route(contract.getCurrentLights, ({ member }) =>
    lights.currentLights(world.database, member, world.clock.now()),
  ),
  route(contract.getOwnLight, ({ member }) => lights.ownLight(world, member)),
  route(contract.chooseOwnLight, ({ member, body }) => lights.chooseLight(world, member, body)),
  route(contract.endOwnLight, ({ member }) => lights.endLight(world, member)),
  route(contract.pauseOwnLight, ({ member, body }) => lights.pauseLight(world, member, body.awayUntil)),
  route(contract.turnOnOwnLight, ({ member, body }) => lights.turnOn(world, member, new Date(body.at))),
  route(contract.recordUse, ({ member }) => lights.noteUse(world, member)),
  route(contract.wave, ({ member, params, body }) =>
    lights.waveTo(world, member, { personId: params.id, at: new Date(body.at) }),
  ),
  route(contract.listLightMessages, ({ member }) => lights.messageChoices(world.database, member)),
  route(contract.changeLightMessages, ({ member, params, body }) =>
    lights.chooseMessages(world, member, { personId: params.id, areOn: body.areOn }),
  ),
];
