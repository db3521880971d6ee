import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Config } from "#server/config.ts";
import { Forbidden } from "#server/errors.ts";

/** Browsers report whether another site caused a request. Older ones report at least the origin. */
function isFromElsewhere({ headers, host }: FastifyRequest, { publicUrl }: Config): boolean {
  const { origin, "sec-fetch-site": site } = headers;
  if (site !== undefined) return site === "cross-site" || site === "same-site";
  return origin !== undefined && origin !== publicUrl && URL.parse(origin)?.host !== host;
}

/** The bearer token already protects most writes. This protects the public ones, and those of the sandbox. */
export function refuseForeignWrites(app: FastifyInstance, config: Config): void {
  app.addHook("onRequest", (request, _reply, done) => {
    const isWrite = request.method !== "GET" && request.method !== "HEAD";
    const isForeign = isWrite && isFromElsewhere(request, config);
    done(isForeign ? new Forbidden("This came from another website.") : undefined);
  });
}
