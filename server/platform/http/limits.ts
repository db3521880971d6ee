import type { Server } from "node:http";
import { BlockList, isIPv6, type Socket } from "node:net";
import type { RateLimitOptions, RateLimitPluginOptions } from "@fastify/rate-limit";
import type { FastifyRequest } from "fastify";
import ipaddr from "ipaddr.js";
import { hourMs, minuteMs } from "#contract/durations.ts";
import { type AllowanceName, takeAllowances } from "#server/platform/allowances/allowances.ts";
import { countLimitHit } from "#server/platform/allowances/limit-hits.ts";
import { TooMany } from "#server/platform/errors.ts";
import type { World } from "#server/platform/world.ts";
import { provenPersonId, provenSessionId } from "./session.ts";

const fiveMinutes = 5 * minuteMs;

// Responses do not say how much is left. The error handler says how long to wait.
const hiddenHeaders = {
  "x-ratelimit-limit": false,
  "x-ratelimit-remaining": false,
  "x-ratelimit-reset": false,
};

/**
 * The address that limits count: an IPv4 address, or the /56 of an IPv6 address, because that is what a household
 * usually gets (RFC 6177), and one machine can use all of it.
 */
export function callerAddress({ ip }: Pick<FastifyRequest, "ip">): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === "ipv4") return address.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/56`)}/56`;
}

/** Invalid tokens are counted by address, so that making them up gains nothing. */
async function rateLimitKey(world: World, request: FastifyRequest): Promise<string> {
  const sessionId = await provenSessionId(world, request);
  return sessionId === undefined ? callerAddress(request) : `session ${sessionId}`;
}

/** Who the calls of a route are counted for. They are counted in memory, unless they use up an allowance. */
export interface CallerKey {
  keyOf(world: World, request: FastifyRequest): string | Promise<string>;
}

/** The allowance that each call of a route uses up, and the caller that it is counted for. */
export interface CallLimit extends CallerKey {
  readonly name: AllowanceName;
}

/** Counts all calls from one address together, no matter who is signed in there. */
export const perAddress = (name: AllowanceName): CallLimit => ({
  name,
  keyOf: (_, request) => callerAddress(request),
});

/** All devices of a person count together, so that signing in again and again gains nothing. */
async function personKey(world: World, request: FastifyRequest): Promise<string> {
  const personId = await provenPersonId(world, request);
  return personId === undefined ? callerAddress(request) : `person ${personId}`;
}

export const perPerson = (name: AllowanceName): CallLimit => ({ name, keyOf: personKey });

/** Limits expensive reads of one person. It counts in memory only, because a read changes nothing in the database. */
export interface ReadLimit {
  readonly max: number;
  readonly timeWindow: number;
}

export const readsPerHour = (max: number): ReadLimit => ({ max, timeWindow: hourMs });

/** Browsers ask again for each picture that they show, so pictures don't count with other reads. */
export const storedFileReads: ReadLimit = { max: 1_000, timeWindow: fiveMinutes };

export const tooMany = (seconds: number): TooMany =>
  new TooMany(`That was a lot at once. Please try again in ${inWords(seconds)}.`, seconds);

/** Counts a call across all servers, or refuses it. */
export async function takeCall(
  world: World,
  request: FastifyRequest,
  { name, keyOf }: CallLimit,
): Promise<void> {
  const wait = await takeAllowances(world, world.database.kysely, { name, key: await keyOf(world, request) });
  if (wait > 0) throw tooMany(Math.ceil(wait));
}

/** A flood of such calls is stopped in memory, before it reaches the database. */
export const floodLimit = (world: World, limit: CallerKey | ReadLimit): RateLimitOptions =>
  "keyOf" in limit
    ? { keyGenerator: (request) => limit.keyOf(world, request) }
    : { ...limit, keyGenerator: (request) => personKey(world, request) };

/** Allows at most `max` calls in five minutes from one address to this server. */
export const floodLimitPerAddress = (max: number): RateLimitOptions => ({
  max,
  timeWindow: fiveMinutes,
  keyGenerator: callerAddress,
});

/** Protects each server from floods. It counts in memory, because a row for each request would cost more than most requests. */
export const rateLimits = (world: World): RateLimitPluginOptions => ({
  max: world.config.limits.requestsPerSession,
  timeWindow: fiveMinutes,
  keyGenerator: (request) => rateLimitKey(world, request),
  addHeaders: { ...hiddenHeaders, "retry-after": false },
  addHeadersOnExceeding: hiddenHeaders,
  errorResponseBuilder(_request, { ttl }) {
    countLimitHit(world, "calls");
    return tooMany(Math.ceil(ttl / 1000));
  },
});

/** Such as "40 seconds" or "3 minutes". */
export function inWords(seconds: number): string {
  const [count, unit] =
    seconds < 90 ? [Math.max(1, Math.ceil(seconds)), "second"] : [Math.ceil(seconds / 60), "minute"];
  if (unit === "minute" && count >= 90) return `${Math.ceil(count / 60)} hours`;
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

// Limits how many connections one address may have open at once.

/** The names that Fastify's trustProxy accepts for networks. */
const namedNetworks: Readonly<Record<string, readonly string[]>> = {
  loopback: ["127.0.0.0/8", "::1"],
  linklocal: ["169.254.0.0/16", "fe80::/10"],
  uniquelocal: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
};

function prefixLength(network: string, bits: string | undefined): number {
  if (bits === undefined) return isIPv6(network) ? 128 : 32;
  return bits.includes(".") ? (ipaddr.IPv4.parse(bits).prefixLengthFromSubnetMask() ?? 32) : Number(bits);
}

export function trustedNetworks(trustedProxies = ""): BlockList {
  const networks = new BlockList();
  const entries = trustedProxies.split(",").map((entry) => entry.trim());
  for (const entry of entries.flatMap((name) => namedNetworks[name] ?? name)) {
    const [network = "", bits] = entry.split("/");
    if (!network) continue;
    networks.addSubnet(network, prefixLength(network, bits), isIPv6(network) ? "ipv6" : "ipv4");
  }
  return networks;
}

/** Closes connections of one address beyond the limit. Trusted proxies are exempt, because they carry everybody's. */
export function limitConnections(server: Server, world: World): void {
  const { config, log } = world;
  const trusted = trustedNetworks(config.trustedProxies);
  const open = new Map<string, number>();
  let warnedAt = Number.NEGATIVE_INFINITY;
  const warn = () => {
    if (performance.now() - warnedAt < minuteMs) return;
    warnedAt = performance.now();
    log.warn("one address has too many connections open; if it is a proxy, name it in TRUSTED_PROXIES");
  };
  server.on("connection", (socket: Socket) => {
    const { remoteAddress: ip } = socket;
    if (!ip || trusted.check(ip, isIPv6(ip) ? "ipv6" : "ipv4")) return;
    const address = callerAddress({ ip });
    const count = (open.get(address) ?? 0) + 1;
    open.set(address, count);
    socket.once("close", () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
    if (count <= config.limits.connectionsPerAddress) return;
    warn();
    countLimitHit(world, "connections");
    socket.destroy();
  });
}
