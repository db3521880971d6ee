// What Prometheus reads at /metrics. No label identifies anybody: routes appear as their patterns.
import { timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { FastifyInstance } from "fastify";
import type { Counter, Registry } from "prom-client";
import { type BackupState, backupState } from "#server/features/backup/backup/backup-state.ts";
import { keptAnswersOf } from "#server/platform/http/kept-answers.ts";
import type { Connections } from "#server/platform/live/connections.ts";
import { measureServer } from "#server/platform/measurements.ts";
import { unsentMessages } from "#server/platform/messages/unsent-messages.ts";
import { fingerprint } from "#server/platform/secrets.ts";
import type { World } from "#server/platform/world.ts";

// The library is loaded only where metrics are on.
const library = () => import("prom-client");
type Library = Awaited<ReturnType<typeof library>>;

/** Most answers take a few milliseconds, and ten seconds is the longest that any but an upload may take. */
const latencies = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

const livePath = "/api/live";

function countRequests(app: FastifyInstance, { Counter, Histogram }: Library, registers: Registry[]): void {
  const requests = new Counter({
    name: "porchlight_http_requests_total",
    help: "Answered requests, by route pattern",
    labelNames: ["method", "route", "status"],
    registers,
  });
  const duration = new Histogram({
    name: "porchlight_http_request_duration_seconds",
    help: "The time until a request was answered; live connections are left out",
    labelNames: ["method", "route"],
    buckets: latencies,
    registers,
  });
  app.addHook("onResponse", (request, reply, done) => {
    const { method, routeOptions } = request;
    const route = routeOptions.url ?? "none";
    requests.inc({ method, route, status: reply.statusCode });
    if (route !== livePath) duration.observe({ method, route }, reply.elapsedTime / 1000);
    done();
  });
}

function countEvents({ database }: World, { Counter, Gauge }: Library, registers: Registry[]): void {
  const sends = new Counter({
    name: "porchlight_sends_total",
    help: "Messages and codes handed to a provider, by channel and result",
    labelNames: ["channel", "result"],
    registers,
  });
  const escalations = new Counter({
    name: "porchlight_escalations_total",
    help: "People asked for help because nobody before them had answered",
    registers,
  });
  const jobs: Counter<"name" | "result"> = new Counter({
    name: "porchlight_jobs_total",
    help: "Runs of scheduled jobs",
    labelNames: ["name", "result"],
    registers,
  });
  const jobDuration = new Gauge({
    name: "porchlight_job_duration_seconds",
    help: "The duration of the last run of a scheduled job",
    labelNames: ["name"],
    registers,
  });
  measureServer(database, {
    sent: (channel, result) => sends.inc({ channel, result }),
    escalated: (people) => escalations.inc(people),
    jobEnded(name, isDone, seconds) {
      jobs.inc({ name, result: isDone ? "done" : "failed" });
      jobDuration.set({ name }, seconds);
    },
  });
}

/** The part of the state that this process knows by itself. */
function showProcess(
  world: World,
  live: Connections,
  { Counter, Gauge }: Library,
  registers: Registry[],
): void {
  new Gauge({
    name: "porchlight_live_connections",
    help: "Open live connections of this process",
    registers,
    collect() {
      this.set(live.size);
    },
  });
  new Gauge({
    name: "porchlight_pool_connections",
    help: "Connections to the database for transactions: open, idle, the maximum, and how many callers wait for one",
    labelNames: ["state"],
    registers,
    collect() {
      for (const [state, count] of Object.entries(world.database.connections())) this.set({ state }, count);
    },
  });
  const answers = keptAnswersOf(world);
  new Counter({
    name: "porchlight_kept_answers_total",
    help: "Reads that may be answered from memory: those that were (hit), and those that read the database (miss)",
    labelNames: ["result"],
    registers,
    collect() {
      this.reset();
      this.inc({ result: "hit" }, answers.hits);
      this.inc({ result: "miss" }, answers.misses);
    },
  });
  new Gauge({
    name: "porchlight_kept_answers_bytes",
    help: "The size of the answers that are in memory",
    registers,
    collect() {
      this.set(answers.bytes);
    },
  });
}

/** The part that is in the database, and the same on every server. Without an answer these values are left out. */
function showDatabase(world: World, { Gauge }: Library, registers: Registry[]): () => Promise<void> {
  const isUp = new Gauge({ name: "porchlight_database_up", help: "Whether the database answers", registers });
  const labelNames = ["channel", "urgent"] as const;
  const depth = new Gauge({
    name: "porchlight_outbox_messages",
    labelNames,
    registers,
    help: "Messages that are due, or were tried without success",
  });
  const oldest = new Gauge({
    name: "porchlight_outbox_oldest_seconds",
    labelNames,
    registers,
    help: "How long the oldest of these messages has been due",
  });
  const backup = new Gauge({
    name: "porchlight_last_backup_timestamp_seconds",
    help: "When the newest verified daily backup that is still there was made",
    registers,
  });
  const backupProblem = new Gauge({
    name: "porchlight_backup_problem",
    help: "1 if the newest backup is missing or late, or if nothing can be written to BACKUP_DIR",
    registers,
  });
  const startedAt = world.clock.now();
  const showBackups = ({ last, problem }: BackupState) => {
    if (world.config.dailyBackups) backupProblem.set(problem ? 1 : 0);
    if (last) backup.set(last.createdAt.getTime() / 1000);
  };
  return async () => {
    // Values that are not set again must not keep their last value.
    for (const gauge of [depth, oldest]) gauge.reset();
    backup.remove();
    backupProblem.remove();
    try {
      const now = world.clock.now();
      const [unsent, backups] = await Promise.all([
        unsentMessages(world.database.kysely, now),
        backupState(world, startedAt),
      ]);
      isUp.set(1);
      for (const { channel, isUrgent, count, since } of unsent) {
        const labels = { channel, urgent: String(isUrgent) };
        depth.set(labels, count);
        oldest.set(labels, (now.getTime() - since.getTime()) / 1000);
      }
      showBackups(backups);
    } catch (err) {
      world.log.warn({ err }, "the database could not be read for the metrics");
      isUp.set(0);
    }
  };
}

type Respond = (authorization: string | undefined) => Promise<{ status: number; type: string; body: string }>;

async function collect(app: FastifyInstance, world: World, live: Connections): Promise<Respond> {
  const prometheus = await library();
  const registry = new prometheus.Registry();
  const registers = [registry];
  prometheus.collectDefaultMetrics({ register: registry });
  countRequests(app, prometheus, registers);
  countEvents(world, prometheus, registers);
  showProcess(world, live, prometheus, registers);
  const readDatabase = showDatabase(world, prometheus, registers);
  const token = world.config.metrics?.token;
  const expected = token === undefined ? undefined : fingerprint(`Bearer ${token}`);
  return async (authorization = "") => {
    if (expected && !timingSafeEqual(expected, fingerprint(authorization)))
      return { status: 401, type: "text/plain", body: "The metrics need the token of METRICS_TOKEN.\n" };
    await readDatabase();
    return { status: 200, type: registry.contentType, body: await registry.metrics() };
  };
}

/** A separate server, so that the app's port can be open to everybody and this one to few. */
function serveOnPort(app: FastifyInstance, { config, log }: World, port: number, respond: Respond): void {
  const server = createServer(async (request, response) => {
    if (request.url !== "/metrics" || request.method !== "GET") {
      response.writeHead(404).end();
      return;
    }
    const { status, type, body } = await respond(request.headers.authorization);
    response.writeHead(status, { "content-type": type, "cache-control": "no-store" }).end(body);
  });
  app.addHook("onReady", async () => {
    await once(server.listen({ port, host: config.host }), "listening").catch((cause: unknown) => {
      throw new Error(
        `The metrics cannot be served at METRICS_PORT ${port}. Please set it to another port.`,
        { cause },
      );
    });
    log.info({ port }, "metrics are served");
  });
  app.addHook("onClose", async () => {
    server.close();
    server.closeAllConnections();
  });
}

/** Does nothing unless metrics are on. Call it before any route is added, because it has to see all of them. */
export async function serveMetrics(app: FastifyInstance, world: World, live: Connections): Promise<void> {
  const { metrics } = world.config;
  if (!metrics) return;
  const respond = await collect(app, world, live);
  if (metrics.port !== undefined) {
    serveOnPort(app, world, metrics.port, respond);
    return;
  }
  app.get("/metrics", { exposeHeadRoute: false }, async (request, reply) => {
    const { status, type, body } = await respond(request.headers.authorization);
    return reply.status(status).header("cache-control", "no-store").type(type).send(body);
  });
}
