import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import type { Environment } from "./environment.ts";
import type { Setting } from "./setting.ts";

/** What this server may reach for families although it is not on the internet. */
export interface HomeNetwork {
  /** Names, in small letters. */
  readonly hosts: readonly string[];
  /** Addresses, and networks such as 192.168.1.0/24. */
  readonly networks: readonly string[];
}

export const homeNetworkSettings: readonly Setting[] = [
  {
    names: ["HOME_NETWORK"],
    preset: "none",
    purpose:
      "Hosts and networks that a family's [webhook](webhook.md) and a person's [Apprise](apprise.md) address may name, such as `homeassistant.lan,192.168.1.20`. Every other webhook has to be on the internet, and Apprise reaches nothing else that has an address of its own. Name as little as possible: anybody with an account can enter an address there",
  },
];

const isNetwork = (entry: string): boolean => isIP(entry) !== 0 || ipaddr.isValidCIDR(entry);

const isHost = (entry: string): boolean => /^[a-z\d-]+(\.[a-z\d-]+)*$/.test(entry) && !/^[\d.]+$/.test(entry);

export function readHomeNetwork({ HOME_NETWORK: text }: Environment): HomeNetwork {
  const entries = (text ?? "")
    .split(",")
    .map((entry) => entry.trim().toLowerCase())
    .filter(Boolean);
  const networks = entries.filter(isNetwork);
  const hosts = entries.filter((entry) => !networks.includes(entry));
  const wrong = hosts.find((entry) => !isHost(entry));
  if (wrong === undefined) return { hosts, networks };
  throw new Error(
    `HOME_NETWORK must be hosts such as homeassistant.lan, addresses such as 192.168.1.20, or networks such as 192.168.1.0/24, with commas between them, not "${wrong}".`,
  );
}

function isWithin(address: string, network: string): boolean {
  const parsed = ipaddr.parse(address);
  if (!network.includes("/")) return parsed.toString() === ipaddr.parse(network).toString();
  const [first, bits] = ipaddr.parseCIDR(network);
  return parsed.kind() === first.kind() && parsed.match(first, bits);
}

/** Whether this host, as an address names it, is one of those. */
export function isAtHome({ hosts, networks }: HomeNetwork, hostname: string): boolean {
  const address = hostname.replace(/^\[(.*)\]$/, "$1");
  if (isIP(address) === 0) return hosts.includes(hostname);
  return networks.some((network) => isWithin(address, network));
}
