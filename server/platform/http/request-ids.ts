import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isIPv6 } from "node:net";
import type { FastifyInstance } from "fastify";
import type { Config } from "#server/platform/config/config.ts";
import { trustedNetworks } from "./limits.ts";

export const requestIdHeader = "x-request-id";

/** Bounded, because it is written into the log and sent back. */
const wellFormed = /^[\w.:~-]{8,100}$/;

/** A trusted proxy names the request in its own log, too. Nobody else may choose an id. */
export function requestIds({ trustedProxies }: Config): (request: IncomingMessage) => string {
  const trusted = trustedNetworks(trustedProxies);
  return ({ headers, socket }) => {
    const { remoteAddress: ip = "" } = socket;
    const given = String(headers[requestIdHeader] ?? "");
    if (!wellFormed.test(given) || !ip) return randomUUID();
    return trusted.check(ip, isIPv6(ip) ? "ipv6" : "ipv4") ? given : randomUUID();
  };
}

/** A person who reports a problem can quote the id, and the log has it. */
export function sendRequestIds(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    reply.header(requestIdHeader, request.id);
    done();
  });
}
