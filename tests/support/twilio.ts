// Twilio on this machine, as its own library speaks to it: who asks, and what was asked, is for the test to see.
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import twilio from "twilio";
import { afterAll, beforeAll } from "vitest";

interface Asked {
  method: string | undefined;
  path: string | undefined;
  /** Account and token. */
  credentials: string;
  form: Record<string, string>;
}

const credentialsIn = ({ headers }: IncomingMessage): string =>
  Buffer.from(headers.authorization?.replace(/^Basic /, "") ?? "", "base64").toString();

const refuse = (response: ServerResponse, status: number, code?: number) =>
  response
    .writeHead(status, { "content-type": "application/json" })
    .end(JSON.stringify({ status, code, message: "Invalid 'To' Phone Number: +16145550101" }));

export class TwilioStandIn {
  readonly #server = createServer((request, response) => void this.#hear(request, response));
  readonly asked: Asked[] = [];
  answer = (response: ServerResponse): unknown => response.writeHead(201).end(JSON.stringify({ sid: "SM1" }));

  refuseWith = (status: number, code?: number) => {
    this.answer = (response) => refuse(response, status, code);
  };

  get url(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  }

  /** The official library, whose calls arrive here. */
  client = async ({ accountSid, authToken }: { accountSid: string; authToken: string }, timeout = 2_000) => {
    const httpClient = new twilio.RequestClient({ timeout });
    const request = httpClient.request.bind(httpClient);
    httpClient.request = (options) =>
      request({ ...options, uri: options.uri.replace("https://api.twilio.com", this.url) });
    return twilio(accountSid, authToken, { httpClient });
  };

  async #hear(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = Object.fromEntries(new URLSearchParams(await text(request)));
    const { method, url: path } = request;
    this.asked.push({ method, path, credentials: credentialsIn(request), form });
    this.answer(response);
  }

  async open(): Promise<void> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }
}

export function useTwilio(): TwilioStandIn {
  const standIn = new TwilioStandIn();
  beforeAll(() => standIn.open());
  afterAll(() => standIn.close());
  return standIn;
}
