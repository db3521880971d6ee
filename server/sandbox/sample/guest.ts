import type { FastifyInstance } from "fastify";
import type { Answer, EndpointShape } from "#contract/endpoint.ts";

interface Parts {
  params?: Record<string, string | number>;
  body?: object;
}

/** Somebody of the sample family, who uses the app by its calls like everybody. */
export class Guest {
  readonly #app: FastifyInstance;
  readonly #device: string;
  readonly #cookies: Record<string, string> = {};
  token: string | undefined;

  constructor(app: FastifyInstance, device: string) {
    this.#app = app;
    this.#device = device;
  }

  async call<E extends EndpointShape>(endpoint: E, { params, body }: Parts = {}): Promise<Answer<E>> {
    const { method } = endpoint;
    const url = endpoint.path.replace(/:(\w+)/g, (_, name: string) => String(params?.[name]));
    const authorization = this.token && { authorization: `Bearer ${this.token}` };
    const headers = { "user-agent": this.#device, ...authorization };
    const cookies = this.#cookies;
    const answer = await this.#app.inject({ method, url, headers, cookies, ...(body && { payload: body }) });
    if (answer.statusCode >= 300) throw new Error(`${method} ${url} answered ${answer.payload}`);
    for (const { name, value } of answer.cookies) this.#cookies[name] = value;
    return JSON.parse(answer.payload || "null");
  }
}
