// Connects to addresses that people have entered. They must not lead into the network of this server.
import type { Agent } from "node:http";
import type { LookupFunction } from "node:net";
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from "request-filtering-agent";
import type { HomeNetwork } from "#server/platform/config/home-network.ts";

// This address is public by its number, but within Azure it belongs to the platform.
const azure = "168.63.129.16";

interface Reach {
  /** Allows addresses of this machine, which production never does. */
  readonly toLoopback: boolean;
  /** What is allowed although it is not public. */
  readonly home?: HomeNetwork;
  /** Replaces the system's lookup of host names. */
  readonly lookup?: LookupFunction | undefined;
}

/** Refuses to connect to any address that is not public. It checks the resolved address that the socket connects to. */
export function agentFor({ protocol, hostname }: URL, { toLoopback, home, lookup }: Reach): Agent {
  const options = {
    denyIPAddressList: [azure],
    allowIPAddressList: [...(toLoopback ? ["127.0.0.1", "::1"] : []), ...(home?.networks ?? [])],
    allowPrivateIPAddress: home?.hosts.includes(hostname) ?? false,
    ...(lookup && { lookup }),
  };
  return protocol === "https:"
    ? new RequestFilteringHttpsAgent(options)
    : new RequestFilteringHttpAgent(options);
}

/** Whether the agent has refused to connect. */
export const isRefusedAddress = ({ message }: Error): boolean => /is not allowed\. Because/.test(message);
