import type { FastifyInstance } from "fastify";
import { healthPaths } from "./health.ts";

/** These must never be logged. PostgreSQL's details quote the whole row that it refused. */
export const redact = [
  "*.token",
  "*.password",
  "*.phoneNumber",
  "*.email",
  "*.inviteCode",
  "*.detail",
  "*.where",
];

/** The ways to sign in or to use an invitation, by method and route, and the statuses that refuse them. */
const doors: Readonly<Record<string, { readonly way: string; readonly refusals: readonly number[] }>> = {
  "POST /api/login": { way: "password", refusals: [401, 429] },
  "POST /api/auth/verify-code": { way: "code", refusals: [400, 429] },
  "POST /api/auth/sign-in-code": { way: "family-code", refusals: [400, 429] },
  "POST /api/auth/passkey": { way: "passkey", refusals: [400, 401, 429] },
  "POST /api/auth/register": { way: "invitation", refusals: [404, 410, 429] },
  "GET /api/invitations/verify": { way: "invitation", refusals: [404, 410, 429] },
  "POST /api/invitations/accept": { way: "invitation", refusals: [404, 410, 429] },
  "POST /api/invitations/decline": { way: "invitation", refusals: [404, 410, 429] },
};

/**
 * Logs one line per request, with the route's pattern and never its path, query or body, which may hold secrets. A refused
 * sign-in gets another one with the caller's address, in the form that docs/operate/monitoring.md gives to fail2ban. Health checks
 * get none.
 */
export function logRequests(app: FastifyInstance): void {
  // A logger for each request, and redacting lines without secrets, took a twentieth of a read.
  app.setChildLoggerFactory((log) => log);
  const lines = app.log.child({}, { redact: [] });
  app.addHook("onResponse", (request, reply, done) => {
    const { method, routeOptions, id: reqId, ip: address } = request;
    const { statusCode: status } = reply;
    const route = routeOptions.url ?? "none";
    if (healthPaths.includes(route)) return done();
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    lines.info({ reqId, method, route, status, ms }, "answered");
    const door = doors[`${method} ${route}`];
    if (door?.refusals.includes(status)) lines.warn({ reqId, address, way: door.way }, "refused sign-in");
    done();
  });
}
