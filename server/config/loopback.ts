import ipaddr from "ipaddr.js";

/** Whether a host name or address means this machine, and nothing else can answer to it. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, "$1");
  if (name === "localhost" || name.endsWith(".localhost")) return true;
  return ipaddr.isValid(name) && ipaddr.process(name).range() === "loopback";
}
