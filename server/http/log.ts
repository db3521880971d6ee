import type { FastifyInstance } from "fastify";

/** One line a request: the route's pattern, never its path, query or body, so that no secret can slip in. */
export function logRequests(app: FastifyInstance): void {
  app.addHook("onResponse", (request, reply, done) => {
    const { method, routeOptions } = request;
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    request.log.info({ method, route: routeOptions.url ?? "none", status: reply.statusCode, ms }, "answered");
    done();
  });
}
