import type { RateLimitOptions, RateLimitPluginOptions } from "@fastify/rate-limit";
import type { FastifyRequest } from "fastify";
import ipaddr from "ipaddr.js";
import { TooMany } from "#server/errors.ts";
import type { World } from "#server/world.ts";
import { provenSessionId } from "./session.ts";

export type RateLimit = RateLimitOptions;

export const minutes = (count: number): number => count * 60_000;

// What is left is nobody's business until nothing is; then the error handler says how long to wait.
const unsaid = { "x-ratelimit-limit": false, "x-ratelimit-remaining": false, "x-ratelimit-reset": false };

/**
 * Whom a limit by address counts: an IPv4 address, or the /64 of an IPv6 one, because that is the least a household is
 * given (RFC 6177) and one machine can use all of it.
 */
export function callerAddress({ ip }: Pick<FastifyRequest, "ip">): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === "ipv4") return address.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`)}/64`;
}

/** Tokens that nobody holds are counted by address, so that making them up gains nothing. */
async function countedAs(world: World, request: FastifyRequest): Promise<string> {
  const sessionId = await provenSessionId(world, request);
  return sessionId === undefined ? callerAddress(request) : `session ${sessionId}`;
}

/** At most `max` calls in so many minutes from one address, whoever is signed in there. */
export const perAddress = (max: number, inMinutes: number): RateLimit => ({
  max,
  timeWindow: minutes(inMinutes),
  keyGenerator: callerAddress,
});

export const rateLimits = (world: World): RateLimitPluginOptions => ({
  max: world.config.limits.requestsPerSession,
  timeWindow: minutes(5),
  keyGenerator: (request) => countedAs(world, request),
  addHeaders: { ...unsaid, "retry-after": false },
  addHeadersOnExceeding: unsaid,
  errorResponseBuilder: (_request, { ttl }) => {
    const seconds = Math.ceil(ttl / 1000);
    return new TooMany(`That was a lot at once. Please try again in ${inWords(seconds)}.`, seconds);
  },
});

/** "40 seconds", "3 minutes": for a person who has to wait. */
export function inWords(seconds: number): string {
  const [count, unit] =
    seconds < 90 ? [Math.max(1, Math.ceil(seconds)), "second"] : [Math.ceil(seconds / 60), "minute"];
  if (unit === "minute" && count >= 90) return `${Math.ceil(count / 60)} hours`;
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
