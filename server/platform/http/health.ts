import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Database } from "#server/platform/db/connect.ts";
import { Unavailable } from "#server/platform/errors.ts";

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

/** Returns what the start of the server still waits for, or undefined once it has finished. */
export type WaitsFor = () => string | undefined;

/** Tells monitors whether the server is alive, and whether it is ready. */
export function serveHealth(app: FastifyInstance, database: Database, waitsFor: WaitsFor): void {
  const isReady = readiness(database);
  app.get("/healthz", (_request, reply) => reply.send({ status: "alive" }));
  app.get("/readyz", async (_request, reply) => {
    const awaited = waitsFor();
    if (awaited === undefined && (await isReady())) return { status: "ready" };
    const reason = awaited ?? "The database does not answer.";
    return reply.status(503).send({ status: "not ready", reason });
  });
}

/** Pages open while the server waits, and say themselves that it does not answer. */
export function refuseWhileWaiting(api: FastifyInstance, waitsFor: WaitsFor): void {
  api.addHook("onRequest", (_request, _reply, done) =>
    done(waitsFor() === undefined ? undefined : new Unavailable()),
  );
}
