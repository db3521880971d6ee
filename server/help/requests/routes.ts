import { getHelpFigures, listPastRequests } from "#contract/help/past-requests.ts";
import {
  acknowledgeHelpRequest,
  askForHelp,
  cancelHelpRequest,
  getHelpRequest,
  listHelpRequests,
  makeUrgent,
  recordReceipt,
  recordReceipts,
  reopenHelpRequest,
  resolveHelpRequest,
  undoHelpRequestEnd,
} from "#contract/help/requests.ts";
import { type Route, route } from "#server/http/route.ts";
import type { World } from "#server/world.ts";
import { reopen, undo } from "./closed-requests.ts";
import { ask } from "./intake.ts";
import { figures, pastRequests } from "./past-requests.ts";
import { acknowledge, cancel, resolve } from "./progress.ts";
import { record, recordAll } from "./receipts.ts";
import { currentRequests, requestOf } from "./requests.ts";
import * as urgency from "./urgency.ts";

export const helpRequestRoutes = (world: World): Route[] => [
  route(listHelpRequests, ({ member }) => currentRequests(world.database, member, world.clock.now())),
  route(listPastRequests, ({ member, query }) => pastRequests(world.database, member, query.before)),
  route(getHelpFigures, ({ member }) => figures(world, member)),
  route(getHelpRequest, ({ member, params }) => requestOf(world.database, member, params.id)),
  route(
    askForHelp,
    ({ member, body, headers }) => ask(world, member, body, headers["idempotency-key"]),
    // Nobody who needs help is turned away by an ordinary limit.
    false,
  ),
  route(recordReceipt, ({ member, params, body }) => record(world, member, params.id, body.state)),
  route(recordReceipts, ({ member, body }) => recordAll(world, member, body.ids, body.state)),
  route(acknowledgeHelpRequest, ({ member, params }) => acknowledge(world, member, params.id)),
  route(resolveHelpRequest, ({ member, params }) => resolve(world, member, params.id)),
  route(cancelHelpRequest, ({ member, params }) => cancel(world, member, params.id)),
  route(makeUrgent, ({ member, params }) => urgency.makeUrgent(world, member, params.id)),
  route(reopenHelpRequest, ({ member, params }) => reopen(world, member, params.id)),
  route(undoHelpRequestEnd, ({ member, params }) => undo(world, member, params.id)),
];
