import type { FastifyInstance, FastifyRequest } from "fastify";
import { hourMs } from "#contract/durations.ts";
import type { Config } from "#server/platform/config/config.ts";
import { isLoopback } from "#server/platform/config/loopback.ts";
import { Forbidden, Invalid, Misdirected } from "#server/platform/errors.ts";
import type { World } from "#server/platform/world.ts";
import { healthPaths } from "./health.ts";
import { callerAddress } from "./limits.ts";

/**
 * Whether a request names several hosts. A proxy in front of us may believe another one than we do (RFC 9112, section
 * 3.2).
 */
function namesSeveralHosts({ raw: { rawHeaders, url = "" }, headers }: FastifyRequest): boolean {
  const names = rawHeaders.filter((_, place) => place % 2 === 0).map((name) => name.toLowerCase());
  if (names.filter((name) => name === "host").length > 1) return true;
  // A proxy may be sent the whole address in the first line.
  const isWhole = !url.startsWith("/") && url !== "*";
  return isWhole && URL.parse(url)?.host !== URL.parse(`http://${headers.host}`)?.host;
}

/**
 * A page on another site can point its own name to the address of this server, and then has the same origin as us
 * (DNS rebinding). The host name tells the two apart. Load balancers check the health of a server at any address they
 * know.
 */
export function refuseOtherHosts(app: FastifyInstance, { publicUrl }: Config): void {
  const { hostname: publicHost } = new URL(publicUrl);
  app.addHook("onRequest", (request, _reply, done) => {
    if (namesSeveralHosts(request)) return done(new Invalid("This request names more than one host."));
    const host = request.hostname.toLowerCase();
    if (host === publicHost || isLoopback(host) || healthPaths.includes(request.routeOptions.url ?? ""))
      return done();
    done(
      new Misdirected(
        "Porchlight is not set up for this address. The person who runs it can set PUBLIC_URL to the address that people open.",
      ),
    );
  });
}

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

/** Anybody can send the header, so it must not fill up the log. */
const maxAddresses = 100;

/** The header comes from an address that is not trusted, such as a proxy that is missing in TRUSTED_PROXIES. */
export const comesByUntrustedProxy = ({ headers, ips }: FastifyRequest): boolean =>
  headers["x-forwarded-for"] !== undefined && (ips?.length ?? 1) < 2;

/** Behind such a proxy, everybody has one address for every limit. The log says so once an hour for each proxy. */
export function warnOfUntrustedProxies(app: FastifyInstance, { clock }: Pick<World, "clock">): void {
  const warnedAt = new Map<string, number>();
  const isNews = (address: string): boolean => {
    const now = clock.now().getTime();
    for (const [known, at] of warnedAt) if (now - at >= hourMs) warnedAt.delete(known);
    if (warnedAt.has(address) || warnedAt.size >= maxAddresses) return false;
    warnedAt.set(address, now);
    return true;
  };
  app.addHook("onRequest", (request, _reply, done) => {
    if (comesByUntrustedProxy(request) && isNews(callerAddress(request)))
      request.log.warn(
        { address: request.ip },
        "X-Forwarded-For came from an address that is not trusted, so everybody behind it counts as one address. If this is your proxy, add it to TRUSTED_PROXIES.",
      );
    done();
  });
}
