// Fetches a calendar from an address that a user entered, within limits on time, size and redirects.
import { type IncomingMessage, request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import type { LookupFunction } from "node:net";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { agentFor, isRefusedAddress } from "#server/platform/http/outgoing-agent.ts";
import { checkAddress } from "./address.ts";
import { decodedText } from "./charsets.ts";
import { Unreadable } from "./unreadable.ts";

export interface FetchingRules {
  readonly maxBytes: number;
  readonly connectMs: number;
  readonly totalMs: number;
  readonly maxRedirects: number;
  /** Allows addresses of this machine, which production never does. */
  readonly fromLoopback: boolean;
  /** Replaces the system's lookup of host names. */
  readonly lookup?: LookupFunction;
}

/** Headers of the last response, sent back so that the server can answer "not modified". */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export interface Fetched extends Validators {
  readonly bytes: Buffer;
  readonly contentType: string;
  /** The address at the end of all redirects. */
  readonly address: URL;
}

const headersFor = ({ etag, lastModified }: Validators): Record<string, string> => ({
  "user-agent": "Porchlight (reads calendars)",
  accept: "text/calendar, */*;q=0.1",
  "accept-encoding": "gzip",
  ...(etag && { "if-none-match": etag }),
  ...(lastModified && { "if-modified-since": lastModified }),
});

interface Question {
  readonly validators: Validators;
  readonly rules: FetchingRules;
  /** The deadline of the whole fetch. */
  readonly signal: AbortSignal;
}

function ask(url: URL, { validators, rules, signal }: Question): Promise<IncomingMessage> {
  const isSecure = url.protocol === "https:";
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const agent = agentFor(url, { toLoopback: rules.fromLoopback, lookup: rules.lookup });
  const options = { agent, headers: headersFor(validators), signal };
  const request = (isSecure ? secureRequest : plainRequest)(url, options);
  const connectTimeout = setTimeout(() => request.destroy(new Unreadable("slow")), rules.connectMs);
  request.once("socket", (socket) =>
    socket.once(isSecure ? "secureConnect" : "connect", () => clearTimeout(connectTimeout)),
  );
  request.once("response", resolve).once("error", reject).end();
  return promise.finally(() => clearTimeout(connectTimeout));
}

/** Gives up as soon as the decompressed text is too big. */
async function read(response: IncomingMessage, { rules, signal }: Question): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  const gather = async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of source) {
      size += chunk.length;
      if (size > rules.maxBytes) throw new Unreadable("too-big");
      chunks.push(chunk);
    }
  };
  const encoding = response.headers["content-encoding"] ?? "identity";
  if (/^(x-)?gzip$/i.test(encoding)) await pipeline(response, createGunzip(), gather, { signal });
  else if (encoding === "identity") await pipeline(response, gather, { signal });
  else throw new Unreadable("broken");
  return Buffer.concat(chunks);
}

async function fetched(response: IncomingMessage, address: URL, question: Question): Promise<Fetched> {
  const {
    etag = null,
    "last-modified": lastModified = null,
    "content-type": contentType = "",
  } = response.headers;
  return { etag, lastModified, contentType, address, bytes: await read(response, question) };
}

function refusalFor(status: number): Unreadable {
  if (status === 401 || status === 403) return new Unreadable("sign-in");
  return new Unreadable(status >= 500 || status === 429 ? "trouble" : "not-found");
}

const redirects = [301, 302, 303, 307, 308];

async function follow(address: URL, redirectsLeft: number, question: Question): Promise<Fetched | undefined> {
  checkAddress(address, question.rules.fromLoopback);
  const response = await ask(address, question);
  const { statusCode: status = 0, headers } = response;
  if (status === 200) return await fetched(response, address, question);
  response.destroy();
  if (status === 304) return undefined;
  const next = redirects.includes(status) && headers.location ? URL.parse(headers.location, address) : null;
  if (!next) throw refusalFor(status);
  if (redirectsLeft === 0) throw new Unreadable("circles");
  return await follow(next, redirectsLeft - 1, question);
}

function unreadable(error: unknown, isOverdue: boolean): Unreadable {
  if (error instanceof Unreadable) return error;
  if (isOverdue) return new Unreadable("slow");
  if (!(error instanceof Error)) return new Unreadable("unreachable");
  if (isRefusedAddress(error)) return new Unreadable("not-allowed");
  const code = "code" in error ? String(error.code) : "";
  if (/CERT|SIGNATURE/.test(code)) return new Unreadable("insecure");
  return new Unreadable(code.startsWith("Z_") ? "broken" : "unreachable");
}

/** Returns the calendar at an address, or undefined when it has not changed. Throws `Unreadable` for every failure. */
export async function fetchFeed(
  address: URL,
  validators: Validators,
  rules: FetchingRules,
): Promise<Fetched | undefined> {
  const signal = AbortSignal.timeout(rules.totalMs);
  try {
    return await follow(address, rules.maxRedirects, { validators, rules, signal });
  } catch (error) {
    throw unreadable(error, signal.aborted);
  }
}

// An answer holds a calendar's text, or a reason why it is not a calendar.

const isPage = (text: string): boolean => /^\s*<(?:!doctype|html|head|body|\?xml)/i.test(text);

function isSignIn(text: string, { hostname, pathname }: URL): boolean {
  const isDoor =
    /^(?:accounts|login|signin|auth)\./i.test(hostname) || /(?:log|sign)-?_?in\b/i.test(pathname);
  return isDoor || /<input\b[^>]{1,300}\btype\s?=\s?["']?password/i.test(text.slice(0, 50_000));
}

export function calendarText({ bytes, contentType, address }: Fetched): string {
  const [, charset] = /charset="?([\w-]+)/i.exec(contentType) ?? [];
  const text = decodedText(bytes, charset);
  if (!isPage(text)) return text;
  throw new Unreadable(isSignIn(text, address) ? "sign-in" : "not-a-calendar");
}
