import { recordMessageReceipt } from "#contract/messages.ts";
import { type Route, route } from "#server/platform/http/route.ts";
import type { World } from "#server/platform/world.ts";
import { channels } from "./channels.ts";
import * as receipts from "./receipts.ts";

export const messageRoutes = (world: World): Route[] => [
  ...channels.flatMap(({ routes }) => routes?.(world) ?? []),
  route(recordMessageReceipt, ({ params }) => receipts.recordMessageReceipt(world, params.token)),
];
