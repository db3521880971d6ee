import ipaddr from "ipaddr.js";

/** Whether a host name stands for this machine. */
export const isLocalhost = (name: string): boolean => name === "localhost" || name.endsWith(".localhost");

/** Whether a host name or address stands for this machine, so that no other machine can answer to it. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, "$1");
  if (isLocalhost(name)) return true;
  return ipaddr.isValid(name) && ipaddr.process(name).range() === "loopback";
}
