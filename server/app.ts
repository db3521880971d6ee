import fastify, { type FastifyInstance, LogController } from "fastify";
import { serveSandboxGoogle } from "#dev/sandbox/google/account-choice.ts";
import { serveSandbox } from "#dev/sandbox/outbox.ts";
import { withSandboxTwilio } from "#dev/sandbox/twilio.ts";
import { signInOptionsOf } from "#server/features/accounts/accounts.ts";
import { serveSignInProviders } from "#server/features/accounts/providers/redirects.ts";
import { accountRoutes } from "#server/features/accounts/routes.ts";
import { activityRoutes } from "#server/features/activity/routes.ts";
import { birthdayRoutes } from "#server/features/birthdays/routes.ts";
import { serveCalendarCallback } from "#server/features/calendar/google/callback.ts";
import { serveCalendars } from "#server/features/calendar/published/ics-route.ts";
import { calendarRoutes } from "#server/features/calendar/routes.ts";
import { serveCell } from "#server/features/cells/cell.ts";
import { leadOn } from "#server/features/cells/forwarding.ts";
import { cellRoutes } from "#server/features/cells/routes.ts";
import { familyRoutes } from "#server/features/families/routes.ts";
import { helloRoutes } from "#server/features/hellos/routes.ts";
import { answerByText } from "#server/features/help/answers/text-answers.ts";
import { helpRoutes } from "#server/features/help/routes.ts";
import { homeRoutes } from "#server/features/home/routes.ts";
import { invitationRoutes } from "#server/features/invitations/routes.ts";
import { letterRoutes } from "#server/features/letters/routes.ts";
import { serveOneClickStop } from "#server/features/letters/stopping.ts";
import { lightRoutes } from "#server/features/lights/routes.ts";
import { localEventRoutes } from "#server/features/local-events/routes.ts";
import { serveMetrics } from "#server/features/operator/metrics.ts";
import { operatorRoutes } from "#server/features/operator/routes.ts";
import { dataRoutes } from "#server/features/personal-data/routes.ts";
import { phoneDoorRoutes } from "#server/features/phone-doors/routes.ts";
import { puzzleRoutes } from "#server/features/puzzles/routes.ts";
import { questionRoutes } from "#server/features/questions/routes.ts";
import { reachabilityRoutes } from "#server/features/reachability/routes.ts";
import { storeLimitHits } from "#server/platform/allowances/limit-hits.ts";
import { KnownSettings } from "#server/platform/choices/choices.ts";
import { answerMalformed, handleError, handleUnknownPath } from "#server/platform/http/errors.ts";
import { secure, securityHeaders } from "#server/platform/http/headers.ts";
import { refuseWhileWaiting, serveHealth, type WaitsFor } from "#server/platform/http/health.ts";
import { limitConnections } from "#server/platform/http/limits.ts";
import { logRequests } from "#server/platform/http/log.ts";
import { serveDocs } from "#server/platform/http/open-api.ts";
import {
  refuseForeignWrites,
  refuseOtherHosts,
  warnOfUntrustedProxies,
} from "#server/platform/http/origins.ts";
import { servePages, type Written } from "#server/platform/http/pages.ts";
import { requestIdHeader, requestIds, sendRequestIds } from "#server/platform/http/request-ids.ts";
import { type Route, serveApi } from "#server/platform/http/route.ts";
import { afterUploadTime } from "#server/platform/http/upload-time.ts";
import { Connections } from "#server/platform/live/connections.ts";
import { liveHistoryOf } from "#server/platform/live/history.ts";
import { serveLive } from "#server/platform/live/stream.ts";
import { serveCallTurns } from "#server/platform/messages/call-routes.ts";
import { registerKinds } from "#server/platform/messages/message-kind.ts";
import { messageRoutes } from "#server/platform/messages/routes.ts";
import { serveTextProviders } from "#server/platform/messages/text-routes.ts";
import type { World } from "#server/platform/world.ts";
import { callTurns } from "./call-turns.ts";
import { familyEvents } from "./family-events.ts";
import { messageKinds } from "./message-kinds.ts";

const nounRoutes = [
  accountRoutes,
  cellRoutes,
  (world: World) => familyRoutes(world, familyEvents),
  invitationRoutes,
  helpRoutes,
  helloRoutes,
  birthdayRoutes,
  lightRoutes,
  questionRoutes,
  letterRoutes,
  phoneDoorRoutes,
  calendarRoutes,
  puzzleRoutes,
  localEventRoutes,
  messageRoutes,
  reachabilityRoutes,
  activityRoutes,
  homeRoutes,
  (world: World) => dataRoutes(world, familyEvents),
  operatorRoutes,
];

/** What each page has in its head. The operator can change it while the server runs. */
async function writtenIn(world: World): Promise<() => Promise<Written>> {
  const settings = new KnownSettings(world);
  await settings.listen();
  return async () => {
    const inForce = await settings.current();
    const signInOptions = signInOptionsOf(world, inForce);
    return { isSandbox: world.config.isSandbox, supportEmail: inForce.supportEmail, signInOptions };
  };
}

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
  app.addHook("onClose", () => storeLimitHits(world));
  const connections = new Connections(config.limits, liveHistoryOf(world.database));
  logRequests(app);
  checkOrigins(app, world);
  serveHealth(app, world.database, waitsFor);
  await serveMetrics(app, world, connections);
  const routes = routesOf(world);
  await app.register(async (api) => {
    refuseWhileWaiting(api, waitsFor);
    leadOn(api, world);
    await serveApi(api, world, routes);
    await serveLive(api, world, connections);
    serveSignInProviders(api, world);
    serveCalendarCallback(api, world);
    serveCalendars(api, world);
    await api.register(async (questions) => serveCell(questions, world));
    const phoneWorld = config.isSandbox ? withSandboxTwilio(world) : world;
    await api.register((texts) => serveTextProviders(texts, phoneWorld, answerByText));
    await api.register((calls) => serveCallTurns(calls, phoneWorld, callTurns));
    await api.register(async (stops) => serveOneClickStop(stops, world));
    serveDocs(api, routes);
  });
  if (config.isSandbox) {
    serveSandbox(app, world);
    serveSandboxGoogle(app, world);
  }
  if (dist) await servePages(app, await writtenIn(world), dist);
  return app;
}
