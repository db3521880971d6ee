import * as contract from "#contract/hellos.ts";
import { perPerson, storedFileReads } from "#server/platform/http/limits.ts";
import { type Route, route } from "#server/platform/http/route.ts";
import type { World } from "#server/platform/world.ts";
import * as hellos from "./hellos.ts";

export const helloRoutes = (world: World): Route[] => [
  route(contract.listHellos, ({ member, query }) => hellos.hellosOf(world.database, member, query.before)),
  route(contract.getCurrentHellos, ({ member }) =>
    hellos.currentHellos(world.database, member, world.clock.now()),
  ),
  route(
    contract.giveHelloPicture,
    ({ member, headers, query, upload }) =>
      hellos.givePicture(world, member, { key: headers["idempotency-key"], ...query }, upload),
    perPerson("pictures"),
  ),
  route(
    contract.giveHelloVoiceMessage,
    ({ member, headers, query, upload }) =>
      hellos.giveVoiceMessage(world, member, { key: headers["idempotency-key"], ...query }, upload),
    perPerson("voice-messages"),
  ),
  route(
    contract.giveHelloWords,
    ({ member, headers, body }) =>
      hellos.giveWords(world, member, { key: headers["idempotency-key"], ...body }),
    perPerson("pictures"),
  ),
  route(contract.loveHello, ({ member, params, body }) =>
    hellos.love(world, member, params.id, body.isLoved),
  ),
  route(contract.deleteHello, ({ member, params }) => hellos.removeHello(world, member, params.id)),
  route(
    contract.getHelloPicture,
    ({ member, params, query }) => hellos.pictureOf(world, member, params.id, query.size),
    storedFileReads,
  ),
  route(
    contract.getHelloVoiceMessage,
    ({ member, params }) => hellos.voiceMessageOf(world, member, params.id),
    storedFileReads,
  ),
  route(contract.getHelloMessages, ({ member }) => hellos.messageChoice(world.database, member)),
  route(contract.changeHelloMessages, ({ member, body }) => hellos.chooseMessages(world, member, body.areOn)),
];
