// The HTTP route of the live connection sends server-sent events on the raw response.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { heartbeatSeconds } from "#contract/live-events.ts";
import { NotFound } from "#server/platform/errors.ts";
import { keptAnswersOf } from "#server/platform/http/kept-answers.ts";
import { callerAddress } from "#server/platform/http/limits.ts";
import { proveCaller } from "#server/platform/http/session.ts";
import type { World } from "#server/platform/world.ts";
import type { Connections } from "./connections.ts";
import { audiencesOf, liveHistoryOf } from "./history.ts";
import { type LiveMessage, liveChannel } from "./publish.ts";

const beatsPerSecond = 10;

const headers = {
  "content-type": "text/event-stream",
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
};

/** A random time between one and three seconds, so that clients do not all reconnect at once after a restart. */
const greeting = () => `retry: ${1000 + Math.floor(Math.random() * 2000)}\n\n:\n\n`;

declare module "fastify" {
  interface FastifyRequest {
    /** Taken before anything reads the session, so that its end is heard from then on. */
    livePosition: string;
  }
}

type LiveRequest = FastifyRequest<{ Querystring: { since?: unknown } }>;

async function openConnection(
  world: World,
  connections: Connections,
  request: LiveRequest,
  reply: FastifyReply,
) {
  const { member } = await proveCaller(world, request, "member");
  if (!member) throw new NotFound();
  const { raw: stream } = reply.hijack();
  // The client left while its session was read, so its `close` event has already fired.
  if (stream.destroyed) return;
  const given = Object.entries(reply.getHeaders()).filter(([, value]) => value !== undefined);
  // Headers that are set one by one would take 2 kB for as long as the connection is open.
  stream.writeHead(200, { ...Object.fromEntries(given), ...headers }).write(greeting());
  const { sessionId, id: personId, familyId } = member;
  const { since } = request.query;
  connections.add(
    { sessionId, personId, familyId, ip: callerAddress(request), stream },
    request.livePosition,
    since === undefined ? since : String(since),
  );
}

/** One timer serves a few connections at a time, so that no event waits behind ten thousand heartbeats. */
function beat(connections: Connections): NodeJS.Timeout {
  let tick = 0;
  const shares = heartbeatSeconds * beatsPerSecond;
  return setInterval(() => connections.beat(++tick, shares), 1000 / beatsPerSecond).unref();
}

export async function serveLive(api: FastifyInstance, world: World, connections: Connections): Promise<void> {
  const answers = keptAnswersOf(world);
  await world.database.listen(
    liveChannel,
    (payload) => {
      const message: LiveMessage = JSON.parse(payload);
      // Runs before anybody hears of the change, so that a screen that reads again does not get an older answer.
      answers.drop(audiencesOf(message));
      connections.deliver(message);
    },
    () => {
      answers.dropAll();
      connections.recoverFromGap();
    },
  );
  const beating = beat(connections);
  api.addHook("preClose", async () => {
    clearInterval(beating);
    connections.endAll();
  });
  api.decorateRequest("livePosition", "");
  api.get<{ Querystring: { since?: unknown } }>(
    "/api/live",
    {
      exposeHeadRoute: false,
      config: { access: "member", rateLimit: false },
      onRequest: (request, _reply, done) => {
        request.livePosition = liveHistoryOf(world.database).position;
        done();
      },
    },
    (request, reply) => {
      openConnection(world, connections, request, reply).catch((error) => reply.send(error));
    },
  );
}
