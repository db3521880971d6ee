import type { Api, PublicCall } from "#contract/api.ts";
import type { Answer, Sent } from "#contract/endpoint.ts";
import type { Problem } from "#contract/problem.ts";
import { recordMove } from "./moved.ts";
import { recordServerTime } from "./server-time.ts";
import { endExchange, endSession, isToBeExchanged, token } from "./session.ts";
import { filledIn } from "./specified-answers.ts";

/** A refusal by the server. The specification gives the message's format: status, colon, body. */
export class CallError extends Error {
  readonly status: number;
  readonly problem: Problem | undefined;
  /** The seconds to wait, if the server said when to try again. */
  readonly retryAfter: number | undefined;

  constructor(response: Response, body: string) {
    super(`${response.status}: ${body || response.statusText}`);
    this.status = response.status;
    this.problem = readProblem(body);
    this.retryAfter = Number(response.headers.get("retry-after")) || undefined;
  }
}

function readProblem(body: string): Problem | undefined {
  try {
    // Parsing it with its schema would add zod to every page.
    const problem: Problem = JSON.parse(body);
    return typeof problem.message === "string" ? problem : undefined;
  } catch {
    return undefined;
  }
}

/** The server's message, or `otherwise`. */
export const messageOf = (error: unknown, otherwise: string): string =>
  (error instanceof CallError && error.problem?.message) || otherwise;

const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === "TimeoutError";

/** Returns whether there was no response at all, because there is no connection or the server is gone. */
export const isNetworkFailure = (error: unknown): boolean => error instanceof TypeError;

/** Returns whether the server gave no verdict. A refusal is one; a timeout or a server error is not. */
export const isUnanswered = (error: unknown): boolean =>
  isNetworkFailure(error) || isTimeout(error) || (error instanceof CallError && error.status >= 500);

/** The wait in seconds if the server asked for one without saying how long, as some proxies do. */
const usualWait = 30;

/** The seconds after which the server will answer a read that it refused as one too many. Undefined for other errors. */
export const waitOf = (error: unknown): number | undefined =>
  error instanceof CallError && error.status === 429 ? (error.retryAfter ?? usualWait) : undefined;

/** Returns whether the person is signed in but not allowed to do this. */
export const isForbidden = (error: unknown): boolean => error instanceof CallError && error.status === 403;

interface Parts {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | undefined>;
  headers?: Record<string, string | undefined>;
  body?: unknown;
  upload?: Blob;
  bearer?: string | null;
}

const pathOf = (name: keyof Api): string => name.slice(name.indexOf("/"));

/** The address of a call, which is also that of an image or a download. */
export function addressOf(name: keyof Api, { params, query }: Pick<Parts, "params" | "query"> = {}): string {
  const path = pathOf(name).replace(/:(\w+)/g, (_, param: string) =>
    encodeURIComponent(String(params?.[param])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size ? `${path}?${search}` : path;
}

function requestOf(name: keyof Api, { headers, body, upload, bearer }: Parts): RequestInit {
  const sent = new Headers();
  for (const [header, value] of Object.entries(headers ?? {}))
    if (value !== undefined) sent.set(header, value);
  if (bearer) sent.set("authorization", `Bearer ${bearer}`);
  // A blob brings its own content type.
  const content = upload ?? (body === undefined ? null : JSON.stringify(body));
  if (body !== undefined) sent.set("content-type", "application/json");
  return { method: name.slice(0, name.indexOf(" ")), headers: sent, credentials: "include", body: content };
}

/** Signs out if the token that the server refused is still the one in use. */
function signOutIfCurrent(bearer: string | null | undefined): void {
  if (bearer && bearer === token()) endSession();
}

async function bodyOf(response: Response, bearer: string | null | undefined): Promise<unknown> {
  recordServerTime(response.headers.get("date"));
  recordMove(response, bearer);
  const text = await response.text();
  if (response.status === 401) signOutIfCurrent(bearer);
  if (!response.ok) throw new CallError(response, text);
  return text ? JSON.parse(text) : undefined;
}

declare global {
  interface Window {
    /** The request that display.js made while the scripts were loading, and the token that it sent. */
    earlyHome?: { readonly token: string; readonly response: Promise<Response> };
  }
}

interface EarlyHome {
  readonly bearer: string;
  /** The answers by the paths of their calls. Empty if the request for home failed. */
  readonly parts: Promise<Map<string, unknown>>;
}

let early: EarlyHome | undefined;
let position: Promise<string | null | undefined> | undefined;

/** The live position of the early home: null if the server gave none, undefined if the request for home failed. */
export const livePosition = (): typeof position => position;

async function partsOf(response: Promise<Response>, bearer: string): Promise<Map<string, unknown>> {
  try {
    return new Map(Object.entries((await bodyOf(await response, bearer)) ?? {}));
  } catch {
    // Then each call asks the server itself, and reports its own error.
    return new Map();
  }
}

/** Calls that `start` makes before it returns take their answers from the early home where it has them. */
export function answerFromEarlyHome(start: () => void): void {
  const { earlyHome } = window;
  if (earlyHome === undefined || earlyHome.token !== token()) return;
  delete window.earlyHome;
  position = earlyHome.response.then(
    ({ ok, headers }) => (ok ? headers.get("live-position") : undefined),
    () => undefined,
  );
  early = { bearer: earlyHome.token, parts: partsOf(earlyHome.response, earlyHome.token) };
  start();
  early = undefined;
}

async function send<Name extends keyof Api>(
  name: Name,
  given: Parts,
  signal: AbortSignal | undefined,
): Promise<Answer<Api[Name]>> {
  const address = addressOf(name, given);
  const parts = early?.bearer === given.bearer ? await early?.parts : undefined;
  if (parts?.has(address)) return filledIn(name, parts.get(address)) as Answer<Api[Name]>;
  const response = await fetch(address, { ...requestOf(name, given), signal: signal ?? null }).catch(
    (error) => {
      // Older Chromes don't say that a signal had timed out.
      throw signal?.aborted ? signal.reason : error;
    },
  );
  return filledIn(name, await bodyOf(response, given.bearer)) as Answer<Api[Name]>;
}

const statusCall = "GET /api/auth/status";

type Status = Answer<Api[typeof statusCall]>;

let exchanging: Promise<Status> | undefined;

async function exchangeOnce(bearer: string): Promise<Status> {
  const status = await send(statusCall, { bearer }, undefined);
  const { user, token = bearer } = status;
  endExchange({ token, role: user.role, grandparentNames: user.grandparentNames });
  return status;
}

/** The token of a sign-in is valid for a single status call. All other calls wait for its answer. */
function exchange(bearer: string): Promise<Status> {
  exchanging ??= exchangeOnce(bearer).finally(() => {
    exchanging = undefined;
  });
  return exchanging;
}

/** A call passes its parts, unless the endpoint takes none, and a signal that cancels it. */
type Passed<Name extends keyof Api, More = unknown> = keyof Sent<Api[Name]> extends never
  ? [parts?: More, signal?: AbortSignal]
  : [parts: Sent<Api[Name]> & More, signal?: AbortSignal];

/**
 * Calls an endpoint, named by its method and path, as the person who is signed in or with the `bearer` that is given.
 * Throws CallError when refused, TypeError without a connection.
 */
export async function call<Name extends Exclude<keyof Api, PublicCall>>(
  name: Name,
  ...[parts, signal]: Passed<Name, { bearer?: string | undefined }>
): Promise<Answer<Api[Name]>> {
  const given: Parts = { bearer: token(), ...parts };
  if (!given.bearer || !isToBeExchanged(given.bearer)) return send(name, given, signal);
  const status = await exchange(given.bearer);
  if (name === statusCall) return status as Answer<Api[Name]>;
  return send(name, { ...given, bearer: token() }, signal);
}

/** Calls an endpoint that anyone may call, and does not tell it who is signed in. It throws what `call` throws. */
export const callPublic = <Name extends PublicCall>(
  name: Name,
  ...[parts, signal]: Passed<Name>
): Promise<Answer<Api[Name]>> => send(name, (parts ?? {}) as Parts, signal);
