import type { RateLimitOptions, RateLimitPluginOptions } from "@fastify/rate-limit";
import type { FastifyRequest } from "fastify";
import ipaddr from "ipaddr.js";
import { type AllowanceName, takeAllowances } from "#server/allowances/allowances.ts";
import { TooMany } from "#server/errors.ts";
import type { World } from "#server/world.ts";
import { provenSessionId } from "./session.ts";

const fiveMinutes = 5 * 60_000;

// No response says how much is left. The error handler says how long to wait.
const unsaid = { "x-ratelimit-limit": false, "x-ratelimit-remaining": false, "x-ratelimit-reset": false };

/**
 * The address that limits count: an IPv4 address, or the /64 of an IPv6 one, because that is the least a household is
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

/** The allowance that each call of a route takes from, and whom it counts. */
export interface CallLimit {
  readonly name: AllowanceName;
  keyOf(world: World, request: FastifyRequest): string | Promise<string>;
}

/** Counts the calls from one address, whoever is signed in there. */
export const perAddress = (name: AllowanceName): CallLimit => ({
  name,
  keyOf: (_, request) => callerAddress(request),
});

export const perSession = (name: AllowanceName): CallLimit => ({ name, keyOf: countedAs });

const tooMany = (seconds: number): TooMany =>
  new TooMany(`That was a lot at once. Please try again in ${inWords(seconds)}.`, seconds);

/** Counts a call over all servers, or refuses it. */
export async function takeCall(
  world: World,
  request: FastifyRequest,
  { name, keyOf }: CallLimit,
): Promise<void> {
  const wait = await takeAllowances(world, world.database.kysely, { name, key: await keyOf(world, request) });
  if (wait > 0) throw tooMany(Math.ceil(wait));
}

/** A flood of such calls is stopped in memory, before it reaches the database. */
export const floodLimit = (world: World, { keyOf }: CallLimit): RateLimitOptions => ({
  keyGenerator: (request) => keyOf(world, request),
});

/** At most `max` calls in five minutes from one address to this server. */
export const floodLimitPerAddress = (max: number): RateLimitOptions => ({
  max,
  timeWindow: fiveMinutes,
  keyGenerator: callerAddress,
});

/** Protects each server from floods. It counts in memory, because a row for each request would cost more than most requests. */
export const rateLimits = (world: World): RateLimitPluginOptions => ({
  max: world.config.limits.requestsPerSession,
  timeWindow: fiveMinutes,
  keyGenerator: (request) => countedAs(world, request),
  addHeaders: { ...unsaid, "retry-after": false },
  addHeadersOnExceeding: unsaid,
  errorResponseBuilder: (_request, { ttl }) => tooMany(Math.ceil(ttl / 1000)),
});

/** Such as "40 seconds" or "3 minutes". */
export function inWords(seconds: number): string {
  const [count, unit] =
    seconds < 90 ? [Math.max(1, Math.ceil(seconds)), "second"] : [Math.ceil(seconds / 60), "minute"];
  if (unit === "minute" && count >= 90) return `${Math.ceil(count / 60)} hours`;
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
