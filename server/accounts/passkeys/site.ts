import type { FastifyRequest } from "fastify";
import ipaddr from "ipaddr.js";
import { isLocalhost } from "#server/config/loopback.ts";
import type { Config } from "#server/config.ts";
import { Invalid } from "#server/errors.ts";

/** The page that uses a passkey. A passkey works on pages of the host name it was made for, and on no others. */
export interface Site {
  readonly rpId: string;
  readonly origin: string;
}

const isAddress = (host: string): boolean => ipaddr.isValid(host.replace(/^\[(.*)\]$/, "$1"));

/** Browsers support passkeys over https: and on localhost only, and never at a numeric address. */
export function siteOf(
  { headers, protocol, host }: Pick<FastifyRequest, "headers" | "protocol" | "host">,
  { publicUrl }: Config,
): Site {
  const page = URL.parse(headers.origin ?? `${protocol}://${host}`);
  const own = new URL(publicUrl);
  if (page && isLocalhost(page.hostname)) return { rpId: page.hostname, origin: page.origin };
  const isSecure = own.protocol === "https:" && !isAddress(own.hostname);
  if (isSecure && page?.hostname === own.hostname) return { rpId: own.hostname, origin: own.origin };
  throw new Invalid("Passkeys don't work at this address. Please sign in another way.");
}
