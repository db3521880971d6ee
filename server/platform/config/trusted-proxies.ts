import { isIP, isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";
import type { Environment } from "./environment.ts";
import type { Setting } from "./setting.ts";

const networkNames = ["loopback", "linklocal", "uniquelocal"];

/** Whether Fastify takes it as an address, a network such as 10.0.0.0/8, or one with its mask. */
function isNetwork(entry: string): boolean {
  const [address = "", bits, ...rest] = entry.split("/");
  if (isIP(address) === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  if (/^\d+$/.test(bits)) return Number(bits) > 0 && ipaddr.isValidCIDR(entry);
  return isIPv4(bits) && ipaddr.IPv4.parse(bits).prefixLengthFromSubnetMask() !== null;
}

export const proxySettings: readonly Setting[] = [
  {
    names: ["TRUSTED_PROXIES"],
    preset: "none",
    purpose:
      "Addresses of proxies that may state the caller and the host, such as `loopback`. Without it, everybody behind a proxy counts as one address; the log and the panel say so",
  },
];

/** Reads TRUSTED_PROXIES in the format of Fastify's trustProxy. */
export function readTrustedProxies({ TRUSTED_PROXIES: text }: Environment): string | undefined {
  if (!text) return undefined;
  const entries = text.split(",").map((entry) => entry.trim());
  const wrong = entries.find((entry) => !networkNames.includes(entry) && !isNetwork(entry));
  if (wrong === undefined) return entries.join(",");
  throw new Error(
    `TRUSTED_PROXIES must be addresses such as 127.0.0.1, networks such as 10.0.0.0/8, or ${networkNames.join(", ")}, with commas between them, not "${wrong}".`,
  );
}
