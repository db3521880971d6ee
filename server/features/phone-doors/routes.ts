import * as contract from "#contract/phone-doors.ts";
import { type Route, route } from "#server/platform/http/route.ts";
import type { World } from "#server/platform/world.ts";
import { closeDoor, doorsOf, openDoor } from "./doors.ts";

export const phoneDoorRoutes = (world: World): Route[] => [
  route(contract.listPhoneDoors, ({ member }) => doorsOf(world, member)),
  route(contract.openPhoneDoor, ({ member, params, body }) => openDoor(world, member, params.id, body)),
  route(contract.closePhoneDoor, ({ member, params }) => closeDoor(world, member, params.id)),
];
