// A headless client: it keeps cookies and its token like a browser, and calls the contract's endpoints.
import type { Answer, EndpointShape } from "#contract/endpoint.ts";
import { sessionCookie } from "#server/http/session.ts";

export interface Parts {
  params?: Record<string, string | number>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: unknown;
  /** Sent unchanged instead of a body. */
  upload?: Blob | undefined;
}

export interface Answered<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

export class Client {
  readonly #url: string;
  readonly #cookies = new Map<string, string>();
  token: string | undefined;

  /** A client with a session's token is signed in. */
  constructor(url: string, token?: string) {
    this.#url = url;
    if (!token) return;
    this.token = token;
    // A server with an https address reads the second one.
    for (const name of [sessionCookie, `__Host-${sessionCookie}`]) this.#cookies.set(name, token);
  }

  get cookieHeader(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  /** Sends any request. The body goes out as JSON, or as a form if it is one. */
  async fetch(method: string, path: string, { headers, body, upload }: Parts = {}): Promise<Response> {
    const sent = new Headers(headers);
    if (this.#cookies.size) sent.set("cookie", this.cookieHeader);
    if (this.token && !sent.has("authorization")) sent.set("authorization", `Bearer ${this.token}`);
    // An empty value stands for a page opened by the browser, which sends only its cookies.
    if (sent.get("authorization") === "") sent.delete("authorization");
    const isJson = body !== undefined && !(body instanceof URLSearchParams);
    if (isJson) sent.set("content-type", "application/json");
    const payload = isJson ? JSON.stringify(body) : (upload ?? body ?? null);
    const response = await fetch(this.#url + path, {
      method,
      headers: sent,
      body: payload,
      redirect: "manual",
    });
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
    return response;
  }

  /** Calls an endpoint and returns any answer, so that tests can look at refusals. */
  async ask<E extends EndpointShape>(endpoint: E, parts: Parts = {}): Promise<Answered<Answer<E>>> {
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => String(parts.params?.[name]));
    const search = parts.query ? `?${new URLSearchParams(parts.query)}` : "";
    const response = await this.fetch(endpoint.method, path + search, parts);
    const text = await response.text();
    const isFile = response.ok && endpoint.file !== undefined;
    const body = text && !isFile ? JSON.parse(text) : undefined;
    return { status: response.status, headers: response.headers, body };
  }

  /** Calls an endpoint that must succeed. */
  async call<E extends EndpointShape>(endpoint: E, parts: Parts = {}): Promise<Answer<E>> {
    const { status, body } = await this.ask(endpoint, parts);
    if (status >= 300)
      throw new Error(`${endpoint.method} ${endpoint.path}: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  #keep(cookie: string): void {
    const [pair = ""] = cookie.split(";");
    const [name = "", value = ""] = pair.split("=");
    if (value) this.#cookies.set(name, value);
    else this.#cookies.delete(name);
  }
}
