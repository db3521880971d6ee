import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import helmet from "helmet";
import type { Config } from "#server/platform/config/config.ts";

const directives = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'"],
  // People can listen to a recording before they send it. Only our own scripts can make such an address.
  mediaSrc: ["'self'", "blob:"],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  manifestSrc: ["'self'"],
  workerSrc: ["'self'"],
  formAction: ["'self'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
  requireTrustedTypesFor: ["'script'"],
};

/** Only what the app itself needs may be loaded, framed or sent (OWASP ASVS 5.0, section 3.4). */
const policy = ({ publicUrl }: Config) =>
  helmet({
    contentSecurityPolicy: { useDefaults: false, directives },
    // The popup that connects a calendar has to reach the page that opened it.
    crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" },
    hsts: publicUrl.startsWith("https:") && { includeSubDomains: false },
    xFrameOptions: { action: "deny" },
    xDownloadOptions: false,
    xXssProtection: false,
  });

/** Helmet's headers are the same for every response. Building them each time took 6% of a read. */
export function securityHeaders(config: Config): OutgoingHttpHeaders {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  policy(config)(response.req, response, () => {});
  return response.getHeaders();
}

export function secure(app: FastifyInstance, headers: OutgoingHttpHeaders): void {
  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}
