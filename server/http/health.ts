import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Database } from "#server/db/connect.ts";

/** Monitors expect an answer within a second. */
const timeoutMs = 800;

/** One check runs at a time. More would only queue behind one that waits. */
function readiness({ ping }: Database): () => Promise<boolean> {
  let checking: Promise<boolean> | undefined;
  const check = () =>
    ping().then(
      () => true,
      () => false,
    );
  return () => {
    checking ??= check().finally(() => {
      checking = undefined;
    });
    return Promise.race([checking, pause(timeoutMs, false, { ref: false })]);
  };
}

export const healthPaths: readonly string[] = ["/healthz", "/readyz"];

/** Tells monitors whether the server is alive, and whether it is ready. */
export function serveHealth(app: FastifyInstance, database: Database): void {
  const isReady = readiness(database);
  app.get("/healthz", (_request, reply) => reply.send({ status: "alive" }));
  app.get("/readyz", async (_request, reply) => {
    if (await isReady()) return { status: "ready" };
    return reply.status(503).send({ status: "not ready", reason: "The database does not answer." });
  });
}
