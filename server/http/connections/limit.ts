// Limits how many connections one address may have open at once.
import type { Server } from "node:http";
import { BlockList, isIPv6, type Socket } from "node:net";
import ipaddr from "ipaddr.js";
import type { World } from "#server/world.ts";
import { callerAddress } from "../limits.ts";

// Fastify's trustProxy knows these names.
const namedNetworks: Readonly<Record<string, readonly string[]>> = {
  loopback: ["127.0.0.0/8", "::1"],
  linklocal: ["169.254.0.0/16", "fe80::/10"],
  uniquelocal: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
};

function prefixLength(network: string, bits: string | undefined): number {
  if (bits === undefined) return isIPv6(network) ? 128 : 32;
  return bits.includes(".") ? (ipaddr.IPv4.parse(bits).prefixLengthFromSubnetMask() ?? 32) : Number(bits);
}

function trustedNetworks(trustedProxies = ""): BlockList {
  const networks = new BlockList();
  const entries = trustedProxies.split(",").map((entry) => entry.trim());
  for (const entry of entries.flatMap((name) => namedNetworks[name] ?? name)) {
    const [network = "", bits] = entry.split("/");
    if (!network) continue;
    networks.addSubnet(network, prefixLength(network, bits), isIPv6(network) ? "ipv6" : "ipv4");
  }
  return networks;
}

const aMinute = 60_000;

/** Closes connections of one address beyond the limit. Trusted proxies are exempt, because they carry everybody's. */
export function limitConnections(server: Server, { config, log }: World): void {
  const trusted = trustedNetworks(config.trustedProxies);
  const open = new Map<string, number>();
  let warnedAt = Number.NEGATIVE_INFINITY;
  const warn = () => {
    if (performance.now() - warnedAt < aMinute) return;
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
    socket.destroy();
  });
}
