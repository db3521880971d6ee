import * as contract from "#contract/letters.ts";
import { type Route, route } from "#server/platform/http/route.ts";
import type { World } from "#server/platform/world.ts";
import { letterOf } from "./letter.ts";
import { chooseMessages, messageChoice } from "./recipients.ts";
import { stopBehind, stopByLink } from "./stopping.ts";

export const letterRoutes = (world: World): Route[] => [
  route(contract.getLetter, ({ member }) => letterOf(world.database, member.familyId, world.clock.now())),
  route(contract.getLetterMessages, ({ member }) => messageChoice(world.database, member)),
  route(contract.changeLetterMessages, ({ member, body }) => chooseMessages(world, member, body.areOn)),
  route(contract.getLetterStop, ({ params }) => stopBehind(world, params.token)),
  route(contract.stopLetter, ({ params }) => stopByLink(world, params.token)),
];
