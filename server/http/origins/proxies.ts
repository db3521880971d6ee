import type { FastifyInstance, FastifyRequest } from "fastify";
import type { World } from "#server/world.ts";

const hour = 60 * 60_000;
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
    for (const [known, at] of warnedAt) if (now - at >= hour) warnedAt.delete(known);
    if (warnedAt.has(address) || warnedAt.size >= maxAddresses) return false;
    warnedAt.set(address, now);
    return true;
  };
  app.addHook("onRequest", (request, _reply, done) => {
    if (comesByUntrustedProxy(request) && isNews(request.ip))
      request.log.warn(
        { address: request.ip },
        "X-Forwarded-For came from an address that is not trusted, so everybody behind it counts as one address. If this is your proxy, add it to TRUSTED_PROXIES.",
      );
    done();
  });
}
