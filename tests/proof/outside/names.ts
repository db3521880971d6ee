// Loaded before a server that calls others by the names in the configurations of ops/: they lead to this machine.
import dns from "node:dns";

const { lookup } = dns;
const here = (name: string): string => (name.endsWith(".example.org") ? "127.0.0.1" : name);

Object.assign(dns, {
  lookup: (name: string, ...others: [never, never]) => lookup(here(name), ...others),
});
