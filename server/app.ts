import fastify, { type FastifyInstance, LogController } from "fastify";
import { signInOptionsOf } from "./accounts/accounts.ts";
import { serveSignInProviders } from "./accounts/providers/redirects.ts";
import { accountRoutes } from "./accounts/routes.ts";
import { activityRoutes } from "./activity/routes.ts";
import { serveCalendarCallback } from "./calendar/google/callback.ts";
import { serveCalendars } from "./calendar/published/serving.ts";
import { calendarRoutes } from "./calendar/routes.ts";
import { dataRoutes } from "./data/routes.ts";
import { familyRoutes } from "./families/routes.ts";
import { familyEvents } from "./family-events.ts";
import { answerByText } from "./help/answers/text-answers.ts";
import { helpRoutes } from "./help/routes.ts";
import { homeRoutes } from "./home/routes.ts";
import { answerMalformed, handleError, handleUnknownPath } from "./http/errors.ts";
import { secure, securityHeaders } from "./http/headers.ts";
import { refuseWhileWaiting, serveHealth, type WaitsFor } from "./http/health.ts";
import { limitConnections } from "./http/limits.ts";
import { logRequests } from "./http/log.ts";
import { serveDocs } from "./http/open-api.ts";
import { refuseForeignWrites, refuseOtherHosts, warnOfUntrustedProxies } from "./http/origins.ts";
import { servePages } from "./http/pages.ts";
import { requestIdHeader, requestIds, sendRequestIds } from "./http/request-ids.ts";
import { type Route, serveApi } from "./http/route.ts";
import { afterUploadTime } from "./http/upload-time.ts";
import { invitationRoutes } from "./invitations/routes.ts";
import { Connections } from "./live/connections.ts";
import { liveHistoryOf } from "./live/history.ts";
import { serveLive } from "./live/stream.ts";
import { localEventRoutes } from "./local-events/routes.ts";
import { messageKinds } from "./message-kinds.ts";
import { registerKinds } from "./messages/message-kind.ts";
import { messageRoutes } from "./messages/routes.ts";
import { serveTextProviders } from "./messages/text-routes.ts";
import { serveMetrics } from "./operator/metrics.ts";
import { puzzleRoutes } from "./puzzles/routes.ts";
import { reachabilityRoutes } from "./reachability/routes.ts";
import { serveSandboxGoogle } from "./sandbox/google/account-choice.ts";
import { serveSandbox } from "./sandbox/outbox.ts";
import { withSandboxTwilio } from "./sandbox/twilio.ts";
import type { World } from "./world.ts";

const nounRoutes = [
  accountRoutes,
  (world: World) => familyRoutes(world, familyEvents),
  invitationRoutes,
  helpRoutes,
  calendarRoutes,
  puzzleRoutes,
  localEventRoutes,
  messageRoutes,
  reachabilityRoutes,
  activityRoutes,
  homeRoutes,
  (world: World) => dataRoutes(world, familyEvents),
];

const requestTimeoutMs = 10_000;

// By default, Node checks for late requests every half minute and waits a minute for a body. It takes all three to change that.
const nodeOptions = {
  maxHeaderSize: 16 * 1024,
  requestTimeout: requestTimeoutMs,
  headersTimeout: requestTimeoutMs,
  connectionsCheckingInterval: 1_000,
};

// The contract checks what comes in and goes out. Fastify's own compilers of schemas would be loaded at each start.
const noCompiler = (): never => {
  throw new Error("A route declares its schemas in the contract.");
};
const schemaController = { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } };

export const routesOf = (world: World): Route[] => nounRoutes.flatMap((routes) => routes(world));

function newServer(world: World): FastifyInstance {
  const { config, log } = world;
  const headers = securityHeaders(config);
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    schemaController,
    bodyLimit: 64 * 1024,
    requestTimeout: requestTimeoutMs,
    http: nodeOptions,
    routerOptions: { maxParamLength: 500 },
    trustProxy: config.trustedProxies ?? false,
    genReqId: requestIds(config),
    forceCloseConnections: true,
    frameworkErrors: (error, request, reply) =>
      handleError(error, request, reply.headers({ ...headers, [requestIdHeader]: request.id })),
    clientErrorHandler: afterUploadTime(answerMalformed(headers)),
  });
  limitConnections(app.server, world);
  app.setErrorHandler(handleError);
  app.setNotFoundHandler(handleUnknownPath);
  secure(app, headers);
  sendRequestIds(app);
  // Only JSON is accepted, because a form on another site can send plain text.
  app.removeContentTypeParser("text/plain");
  return app;
}

function checkOrigins(app: FastifyInstance, world: World): void {
  warnOfUntrustedProxies(app, world);
  refuseOtherHosts(app, world.config);
  refuseForeignWrites(app, world.config);
}

/** Builds the app without listening. `dist` is the folder of the built web app. Without it, only the API is served. */
export async function createApp(
  world: World,
  dist?: string,
  waitsFor: WaitsFor = () => undefined,
): Promise<FastifyInstance> {
  registerKinds(messageKinds);
  const { config } = world;
  const app = newServer(world);
  const connections = new Connections(config.limits, liveHistoryOf(world.database));
  logRequests(app);
  checkOrigins(app, world);
  serveHealth(app, world.database, waitsFor);
  await serveMetrics(app, world, connections);
  const routes = routesOf(world);
  await app.register(async (api) => {
    refuseWhileWaiting(api, waitsFor);
    await serveApi(api, world, routes);
    await serveLive(api, world, connections);
    serveSignInProviders(api, world);
    serveCalendarCallback(api, world);
    serveCalendars(api, world);
    const textWorld = config.isSandbox ? withSandboxTwilio(world) : world;
    await api.register((texts) => serveTextProviders(texts, textWorld, answerByText));
    serveDocs(api, routes);
  });
  if (config.isSandbox) {
    serveSandbox(app, world);
    serveSandboxGoogle(app, world);
  }
  if (dist) await servePages(app, { config, signInOptions: signInOptionsOf(world) }, dist);
  return app;
}
