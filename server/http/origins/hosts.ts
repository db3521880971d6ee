import type { FastifyInstance } from "fastify";
import { isLoopback } from "#server/config/loopback.ts";
import type { Config } from "#server/config.ts";
import { Misdirected } from "#server/errors.ts";
import { healthPaths } from "../health.ts";

/**
 * A page of another site can give its own name the address of this server, and is then its own origin here (DNS
 * rebinding). The name tells them apart. Load balancers ask for the health of a server by whatever address they know.
 */
export function refuseOtherHosts(app: FastifyInstance, { publicUrl }: Config): void {
  const { hostname: publicHost } = new URL(publicUrl);
  app.addHook("onRequest", (request, _reply, done) => {
    const host = request.hostname.toLowerCase();
    if (host === publicHost || isLoopback(host) || healthPaths.includes(request.routeOptions.url ?? ""))
      return done();
    done(
      new Misdirected(
        "Porchlight is not set up for this address. Whoever runs it can set PUBLIC_URL to the address that people open.",
      ),
    );
  });
}
