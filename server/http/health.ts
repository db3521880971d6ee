import type { FastifyInstance } from "fastify";
import type { Database } from "../db/connect.ts";

const ping = { name: "ping", text: "select 1 as one" };

/** For whoever watches the server: alive, and able to serve. */
export function serveHealth(app: FastifyInstance, database: Database): void {
  app.get("/healthz", (_request, reply) => reply.send({ status: "alive" }));
  app.get("/readyz", async (_request, reply) => {
    try {
      await database.read(ping, []);
      return { status: "ready" };
    } catch {
      return reply.status(503).send({ status: "not ready", reason: "The database does not answer." });
    }
  });
}
