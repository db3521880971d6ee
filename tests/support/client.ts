// A headless client: it keeps cookies and its token like a browser, and calls the contract's endpoints.
import { Agent, type IncomingMessage, request } from "node:http";
import type { Answer, EndpointShape } from "#contract/endpoint.ts";
import { sessionCookie } from "#server/platform/http/session.ts";

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

const isForm = (body: unknown): body is URLSearchParams | undefined =>
  body === undefined || body instanceof URLSearchParams;

/** Endpoints take JSON or a file. */
async function contentOf({ body, upload }: Parts): Promise<Buffer | undefined> {
  if (!isForm(body)) return Buffer.from(JSON.stringify(body));
  return upload && Buffer.from(await upload.arrayBuffer());
}

function headersIn({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");
  return headers;
}

const connections = new Agent({ keepAlive: true });

/** Sends the request with node:http, because Node's fetch takes three times as much CPU time. */
function exchange(
  url: string,
  method: string,
  headers: Headers,
  content: Buffer | undefined,
): Promise<Answered<string>> {
  const { promise, resolve, reject } = Promise.withResolvers<Answered<string>>();
  if (content) headers.set("content-length", String(content.length));
  const sent = request(url, { agent: connections, method, headers: Object.fromEntries(headers) });
  sent.on("response", (response) => {
    let body = "";
    response.setEncoding("utf8").on("data", (part) => {
      body += part;
    });
    response.on("end", () =>
      resolve({ status: response.statusCode ?? 0, headers: headersIn(response), body }),
    );
    response.on("error", reject);
  });
  sent.on("error", reject).end(content);
  return promise;
}

export class Client {
  readonly url: string;
  readonly #cookies = new Map<string, string>();
  token: string | undefined;

  /** A client with a session's token is signed in. A server with an https address has another name for the cookie. */
  constructor(url: string, token?: string, cookie = sessionCookie) {
    this.url = url;
    if (!token) return;
    this.token = token;
    this.#cookies.set(cookie, token);
  }

  get cookieHeader(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  #headersOf({ headers, body, upload }: Parts): Headers {
    const sent = new Headers(headers);
    if (this.#cookies.size) sent.set("cookie", this.cookieHeader);
    if (this.token && !sent.has("authorization")) sent.set("authorization", `Bearer ${this.token}`);
    // An empty value stands for a page opened by the browser, which sends only its cookies.
    if (sent.get("authorization") === "") sent.delete("authorization");
    if (!isForm(body)) sent.set("content-type", "application/json");
    else if (upload?.type && !sent.has("content-type")) sent.set("content-type", upload.type);
    return sent;
  }

  /** Sends any request. The body goes out as JSON, or as a form if it is one. */
  async fetch(method: string, path: string, parts: Parts = {}): Promise<Response> {
    const { body, upload } = parts;
    const response = await fetch(this.url + path, {
      method,
      headers: this.#headersOf(parts),
      body: isForm(body) ? (upload ?? body ?? null) : JSON.stringify(body),
      redirect: "manual",
    });
    this.#keep(response.headers.getSetCookie());
    return response;
  }

  /** Calls an endpoint and returns any answer, so that tests can look at refusals. */
  async ask<E extends EndpointShape>(endpoint: E, parts: Parts = {}): Promise<Answered<Answer<E>>> {
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => String(parts.params?.[name]));
    const search = parts.query ? `?${new URLSearchParams(parts.query)}` : "";
    const headers = this.#headersOf(parts);
    const content = await contentOf(parts);
    const answer = await exchange(this.url + path + search, endpoint.method, headers, content);
    this.#keep(answer.headers.getSetCookie());
    const isFile = answer.status < 300 && endpoint.file !== undefined;
    return { ...answer, body: answer.body && !isFile ? JSON.parse(answer.body) : undefined };
  }

  /** Calls an endpoint that must succeed. */
  async call<E extends EndpointShape>(endpoint: E, parts: Parts = {}): Promise<Answer<E>> {
    const { status, body } = await this.ask(endpoint, parts);
    if (status >= 300)
      throw new Error(`${endpoint.method} ${endpoint.path}: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  #keep(setCookies: readonly string[]): void {
    for (const cookie of setCookies) {
      const [pair = ""] = cookie.split(";");
      const [name = "", value = ""] = pair.split("=");
      if (value) this.#cookies.set(name, value);
      else this.#cookies.delete(name);
    }
  }
}
