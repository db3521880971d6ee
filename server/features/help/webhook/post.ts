// Posts to an address that an admin has entered, within limits on time. Of the answer only its status is read.
import { request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import type { LookupFunction } from "node:net";
import type { WebhookFailure } from "#contract/help/webhook.ts";
import { type HomeNetwork, isAtHome } from "#server/platform/config/home-network.ts";
import { isLoopback } from "#server/platform/config/loopback.ts";
import { Invalid } from "#server/platform/errors.ts";
import { agentFor, isRefusedAddress } from "#server/platform/http/outgoing-agent.ts";

export interface PostingRules {
  readonly home: HomeNetwork;
  /** Allows addresses of this machine, which production never does. */
  readonly toLoopback: boolean;
  readonly totalMs: number;
  /** Replaces the system's lookup of host names. */
  readonly lookup?: LookupFunction;
}

const named = "At home, the person who runs this server has to name the host in HOME_NETWORK.";

const notAllowed = (url: string): Invalid => new Invalid("We can't send to this address.", { url });

/**
 * Checks the address as it is written; where it leads is checked with each connection. What is on the internet is told by
 * an encrypted connection, because names travel.
 */
export function checkAddress(typed: string, { home, toLoopback }: Pick<PostingRules, "home" | "toLoopback">) {
  const url = new URL(typed);
  const { protocol, username, password, port, hostname } = url;
  if (username || password) throw notAllowed("Please leave the user name and password out of the address.");
  if (isAtHome(home, hostname) || (toLoopback && isLoopback(hostname))) return url;
  if (protocol !== "https:") throw notAllowed(`Please enter an address that starts with https://. ${named}`);
  if (port) throw notAllowed(`Please enter an address without a port. ${named}`);
  return url;
}

function failureFor(status: number): WebhookFailure | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status >= 300 && status < 400) return "redirects";
  if (status === 410) return "gone";
  return status >= 500 || status === 429 ? "trouble" : "refuses";
}

function failureOf(error: unknown, isLate: boolean): WebhookFailure {
  if (isLate) return "slow";
  if (!(error instanceof Error)) return "unreachable";
  if (error instanceof Invalid || isRefusedAddress(error)) return "not-allowed";
  return "code" in error && /CERT|SIGNATURE/.test(String(error.code)) ? "insecure" : "unreachable";
}

/** Follows no redirect: it would take the names to an address that nobody entered. Returns why it has failed, if it has. */
export async function post(
  address: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  rules: PostingRules,
): Promise<WebhookFailure | undefined> {
  const signal = AbortSignal.timeout(rules.totalMs);
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  try {
    const url = checkAddress(address, rules);
    const agent = agentFor(url, rules);
    const request = url.protocol === "https:" ? secureRequest : plainRequest;
    const sent = request(url, { method: "POST", agent, headers, signal }, (response) => {
      response.destroy();
      resolve(response.statusCode ?? 0);
    });
    sent.once("error", reject).end(body);
    return failureFor(await promise);
  } catch (error) {
    return failureOf(error, signal.aborted);
  }
}
