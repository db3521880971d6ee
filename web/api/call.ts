import type { Answer, EndpointShape, Sent } from "#contract/endpoint.ts";
import { Problem } from "#contract/problem.ts";
import { token } from "./session.ts";

/** The server refused. The message is the specification's: status, colon, body. */
export class CallError extends Error {
  readonly status: number;
  readonly problem: Problem | undefined;
  /** Seconds, where the server said when to try again. */
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
    return Problem.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}

/** What the server said, or else these words. */
export const messageOf = (error: unknown, otherwise: string): string =>
  (error instanceof CallError && error.problem?.message) || otherwise;

/** No answer came at all: no connection, or the server is gone. */
export const isNetworkFailure = (error: unknown): boolean => error instanceof TypeError;

interface Parts {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | undefined>;
  headers?: Record<string, string | undefined>;
  body?: unknown;
}

function addressOf(endpoint: EndpointShape, { params, query }: Parts): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params?.[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size ? `${path}?${search}` : path;
}

function requestOf(endpoint: EndpointShape, { headers, body }: Parts): RequestInit {
  const sent = new Headers();
  for (const [name, value] of Object.entries(headers ?? {})) if (value !== undefined) sent.set(name, value);
  const bearer = token();
  if (bearer) sent.set("authorization", `Bearer ${bearer}`);
  if (body === undefined) return { method: endpoint.method, headers: sent, credentials: "include" };
  sent.set("content-type", "application/json");
  return { method: endpoint.method, headers: sent, credentials: "include", body: JSON.stringify(body) };
}

/** Calls an endpoint of the contract. Throws CallError when refused, TypeError without a connection. */
export async function call<E extends EndpointShape>(
  endpoint: E,
  ...[parts, signal]: keyof Sent<E> extends never ? [undefined?, AbortSignal?] : [Sent<E>, AbortSignal?]
): Promise<Answer<E>> {
  const given = (parts ?? {}) as Parts;
  const response = await fetch(addressOf(endpoint, given), {
    ...requestOf(endpoint, given),
    signal: signal ?? null,
  });
  const text = await response.text();
  if (!response.ok) throw new CallError(response, text);
  return (text ? JSON.parse(text) : undefined) as Answer<E>;
}
