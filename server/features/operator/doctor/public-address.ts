// The address that people open: its name, its certificate, and who answers there.
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { connect, type TLSSocket } from "node:tls";
import { dayMs } from "#contract/durations.ts";
import { isLoopback } from "#server/platform/config/loopback.ts";
import { broken, doubtful, type Finding, fine, reasonOf } from "./finding.ts";

const timeoutMs = 5_000;
const soonDays = 14;

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, "");

export async function checkName(publicUrl: string): Promise<Finding> {
  const host = hostOf(new URL(publicUrl));
  if (isIP(host)) return fine("Name", `PUBLIC_URL names the address ${host} itself.`);
  try {
    const found = await lookup(host, { all: true });
    return fine("Name", `${host} leads to ${found.map(({ address }) => address).join(" and ")}.`);
  } catch (error) {
    return broken(
      "Name",
      `${host} leads nowhere (${reasonOf(error)}). Add an A or AAAA record for it where you manage the domain, or correct PUBLIC_URL.`,
    );
  }
}

interface Trust {
  /** A certificate that is trusted besides the usual ones. */
  readonly ca?: Buffer;
}

const shakeHands = (url: URL, { ca }: Trust): Promise<TLSSocket> =>
  new Promise((resolve, reject) => {
    const host = hostOf(url);
    const socket = connect({
      host,
      port: Number(url.port || 443),
      ...(!isIP(host) && { servername: host }),
      ...(ca && { ca }),
      // The certificate is looked at below, so that what is wrong with it can be said.
      rejectUnauthorized: false,
      timeout: timeoutMs,
    });
    socket.once("secureConnect", () => resolve(socket));
    socket.once("error", reject);
    socket.once("timeout", () => {
      socket.destroy();
      reject(new DOMException("It took too long.", "TimeoutError"));
    });
  });

const renew = "Renew it, and look why it was not renewed by itself: docs/operate/self-hosting.md.";

export async function checkCertificate(publicUrl: string, now: Date, trust: Trust = {}): Promise<Finding> {
  const url = new URL(publicUrl);
  if (url.protocol !== "https:" && isLoopback(url.hostname))
    return fine("Certificate", "None is needed, because only this machine opens PUBLIC_URL.");
  if (url.protocol !== "https:")
    return doubtful(
      "Certificate",
      "PUBLIC_URL begins with http:, so nothing is encrypted. Browsers then allow no camera, no messages and no installation. Put a proxy with a certificate in front: docs/operate/self-hosting.md.",
    );
  const port = url.port || "443";
  let socket: TLSSocket;
  try {
    socket = await shakeHands(url, trust);
  } catch (error) {
    return broken(
      "Certificate",
      `No encrypted connection to ${url.hostname}, port ${port} (${reasonOf(error)}). Start the proxy, and open this port in the firewall.`,
    );
  }
  const { valid_to } = socket.getPeerCertificate();
  const problem = socket.authorizationError;
  socket.destroy();
  const days = Math.floor((Date.parse(valid_to) - now.getTime()) / dayMs);
  if (days < 0) return broken("Certificate", `It ended ${-days} days ago. ${renew}`);
  if (problem)
    return broken(
      "Certificate",
      `Browsers don't trust it (${problem instanceof Error ? reasonOf(problem) : problem}). Get one for ${url.hostname}, such as from Let's Encrypt.`,
    );
  if (days < soonDays) return doubtful("Certificate", `It ends in ${days} days. ${renew}`);
  return fine("Certificate", `Trusted, and good for another ${days} days.`);
}

/** Asks for the server itself, through whatever proxy is in front. */
export async function checkAnswer(publicUrl: string): Promise<Finding> {
  try {
    const response = await fetch(`${publicUrl}/healthz`, { signal: AbortSignal.timeout(timeoutMs) });
    await response.body?.cancel();
    if (response.ok) return fine("Server", `${publicUrl} answers.`);
    return broken(
      "Server",
      `${publicUrl} answers with status ${response.status}. Is it this server that the proxy leads to?`,
    );
  } catch (error) {
    return broken(
      "Server",
      `${publicUrl} does not answer (${reasonOf(error)}). Start the server and the proxy, and open the port in the firewall.`,
    );
  }
}
