// The old address of a family that has moved to another cell: its devices and its links are led on for a while.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { movedToHeader } from "#contract/moved-to.ts";
import { Gone, isRefusal, NotFound, type Refusal, Unavailable } from "#server/platform/errors.ts";
import { handleError } from "#server/platform/http/errors.ts";
import { bearerOf, unknownToken } from "#server/platform/http/session.ts";
import { fingerprint } from "#server/platform/secrets.ts";
import type { World } from "#server/platform/world.ts";
import { movedSince } from "./moved-families.ts";
import { findCellsMovedTo, findMoveOfDevice } from "./queries.ts";
import { askSame, hasPassedHere, passBack } from "./relay.ts";

const stillMoving = () =>
  new Unavailable("Your family is moving to another server. Please try again in a moment.", {
    retryAfter: 1,
  });

/** Whether the caller's family has moved, and the other cell answers in our place. */
async function forward(world: World, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  const { database, clock } = world;
  const token = await unknownToken(world, request);
  if (token === undefined || hasPassedHere(world, request)) return false;
  const move = await findMoveOfDevice(database.reads, fingerprint(token), movedSince(clock.now()));
  if (!move) return false;
  if (move.isOnItsWay) throw stillMoving();
  passBack(move.origin, reply, await askSame(world, move.origin, reply));
  return true;
}

/**
 * A device may have sent something before its family left that was stored after that, or not at all. It hears that it should
 * send it again, to the cell that has the family now.
 */
function refuseLateAnswers(world: World, route: RouteOptions): void {
  const isRead = [route.method].flat().every((method) => method === "GET" || method === "HEAD");
  if (isRead || route.config?.access === "anyone") return;
  const hooks = [route.onSend ?? []].flat();
  route.onSend = [
    ...hooks,
    async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
      const isLedOn = reply.statusCode === 503 || reply.hasHeader(movedToHeader);
      const token = isLedOn ? undefined : bearerOf(request);
      if (token === undefined) return payload;
      const { database, clock } = world;
      const move = await findMoveOfDevice(database.kysely, fingerprint(token), movedSince(clock.now()));
      if (move) throw stillMoving();
      return payload;
    },
  ];
}

/**
 * Runs before the caller is counted, and before the body is read. What anybody may ask is answered here first, because a
 * device whose family has moved can open a link of another family.
 */
function forwardDevices(world: World, route: RouteOptions): void {
  if (route.config?.access === "anyone") return;
  const hooks = [route.onRequest ?? []].flat();
  route.onRequest = [
    ...hooks,
    (request, reply, done) => {
      forward(world, request, reply).then((isForwarded) => {
        if (!isForwarded) done();
      }, done);
    },
  ];
}

/** Addresses below this are about this cell. */
const ownPaths = "/api/cells/";

/** Whether this cell does not know what a link or a code is for. Anybody may use those, so their secret is all that they name. */
const isUnknown = (error: Error, { routeOptions: { url = "", config } }: FastifyRequest) =>
  (error instanceof NotFound || error instanceof Gone) &&
  config.access === "anyone" &&
  !url.startsWith(ownPaths);

function textOf({ body = "" }: FastifyRequest): string {
  return typeof body === "string" ? body : JSON.stringify(body);
}

/** Whether another cell knows more than we do, and answers in our place. */
async function answerElsewhere(world: World, ours: Refusal, reply: FastifyReply): Promise<boolean> {
  const { request } = reply;
  if (hasPassedHere(world, request)) return false;
  const cells = await findCellsMovedTo(world.database.reads, movedSince(world.clock.now()));
  const failures: unknown[] = [];
  for (const { origin, isOnItsWay } of cells) {
    try {
      const answer = await askSame(world, origin, reply, textOf(request));
      if (answer.statusCode !== 404 && answer.statusCode !== ours.status) {
        passBack(origin, reply, answer);
        return true;
      }
      answer.resume();
      if (isOnItsWay) failures.push(stillMoving());
    } catch (error) {
      failures.push(error);
    }
  }
  // If we have never known it, the cell that could not be asked may know it.
  if (failures.length > 0 && ours instanceof NotFound) throw failures[0];
  return false;
}

/** Leads on devices and links of families that have moved. It comes before the limits of routes, so that these are counted once. */
export function leadOn(api: FastifyInstance, world: World): void {
  if (world.config.cells.secret) api.addHook("onRoute", (route) => refuseLateAnswers(world, route));
  api.addHook("onRoute", (route) => forwardDevices(world, route));
  api.setErrorHandler((error: FastifyError, request, reply) => {
    const refuse = (reason: Error) => handleError(reason, request, reply);
    if (!isRefusal(error) || !isUnknown(error, request)) return refuse(error);
    answerElsewhere(world, error, reply).then((isAnswered) => {
      if (!isAnswered) refuse(error);
    }, refuse);
  });
}
