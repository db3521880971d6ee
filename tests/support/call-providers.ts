// Stands in for the providers of phone calls. Each refuses what the real one refuses, by its public documents.
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { CallProviderSettings } from "#server/platform/config/phone-calls.ts";
import { StandIn, useStandIn } from "./stand-in.ts";

/** The environment of each provider. The type requires an entry for a new provider. */
export const callProviderEnvs = {
  twilio: {
    CALLS_PROVIDER: "twilio",
    TWILIO_ACCOUNT_SID: "AC0123456789",
    TWILIO_AUTH_TOKEN: "the-token-of-the-account",
    TWILIO_FROM: "+16145550100",
  },
  plivo: {
    CALLS_PROVIDER: "plivo",
    PLIVO_AUTH_ID: "MA0123456789",
    PLIVO_AUTH_TOKEN: "the-token-of-the-account",
    CALLS_FROM: "+16145550100",
  },
} as const satisfies Readonly<Record<CallProviderSettings["provider"], Readonly<Record<string, string>>>>;

interface Placed {
  readonly path: string;
  readonly fields: Record<string, string>;
}

const credentialsOf = ({ headers }: IncomingMessage): string =>
  Buffer.from(headers.authorization?.replace(/^Basic /, "") ?? "", "base64").toString();

const json = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

const isWebAddress = (url = ""): boolean => /^https?:/.test(url);

abstract class CallStandIn extends StandIn {
  readonly placed: Placed[] = [];
  /** What was deleted, by its path. */
  readonly deleted: string[] = [];
  onPlaced: (call: Placed) => unknown = () => {};
  /** Answers in place of the provider, if a test sets it. */
  instead: ((response: ServerResponse) => unknown) | undefined;

  protected abstract readonly credentials: string;
  protected abstract refuseCredentials(response: ServerResponse): unknown;
  protected abstract answer(request: IncomingMessage, response: ServerResponse, body: string): unknown;

  protected keep(call: Placed): void {
    this.placed.push(call);
    this.onPlaced(call);
  }

  protected async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    if (this.instead) this.instead(response);
    else if (credentialsOf(request) !== this.credentials) this.refuseCredentials(response);
    else this.answer(request, response, body);
  }
}

/** https://www.twilio.com/docs/voice/api/call-resource and /recording */
class TwilioCallsStandIn extends CallStandIn {
  protected readonly credentials = "AC0123456789:the-token-of-the-account";

  protected refuseCredentials = (response: ServerResponse) =>
    json(response, 401, { status: 401, code: 20003, message: "Authenticate" });

  #refuse = (response: ServerResponse, code: number) =>
    json(response, 400, { status: 400, code, message: "Invalid: +16145550101" });

  protected answer({ method, url = "" }: IncomingMessage, response: ServerResponse, body: string) {
    if (url.includes("/Recordings/")) return this.#answerRecording(method, url, response);
    const fields = Object.fromEntries(new URLSearchParams(body));
    if (!/^\+[1-9]\d{6,14}$/.test(fields.To ?? "")) return this.#refuse(response, 21211);
    if (!fields.From) return this.#refuse(response, 21213);
    if (!isWebAddress(fields.Url)) return this.#refuse(response, 21205);
    this.keep({ path: url, fields });
    return json(response, 201, { sid: `CA${this.placed.length}`, status: "queued" });
  }

  #answerRecording(method: string | undefined, url: string, response: ServerResponse) {
    if (!/\/Recordings\/RE1\b/.test(url)) return json(response, 404, { status: 404, code: 20404 });
    if (method === "GET") return response.writeHead(200, { "content-type": "audio/x-wav" }).end("RIFF");
    this.deleted.push(url);
    return response.writeHead(204).end();
  }
}

/** https://www.plivo.com/docs/voice/api/call/make-a-call and /recording */
export class PlivoCallsStandIn extends CallStandIn {
  protected readonly credentials = "MA0123456789:the-token-of-the-account";

  protected refuseCredentials = (response: ServerResponse) =>
    response.writeHead(401).end("Could not verify your access level for that URL.");

  #refuse = (response: ServerResponse, error: string) => json(response, 400, { api_id: "1", error });

  protected answer({ method, url = "" }: IncomingMessage, response: ServerResponse, body: string) {
    if (method === "DELETE") return this.#deleteRecording(url, response);
    const fields: Record<string, string> = JSON.parse(body);
    if (!/^\d{7,15}$/.test(fields.to ?? "")) return this.#refuse(response, "to is not a valid phone number");
    if (!fields.from) return this.#refuse(response, "from parameter not present");
    if (!isWebAddress(fields.answer_url)) return this.#refuse(response, "answer_url parameter not present");
    this.keep({ path: url, fields });
    return json(response, 201, {
      api_id: "1",
      message: "call fired",
      request_uuid: `u${this.placed.length}`,
    });
  }

  #deleteRecording(url: string, response: ServerResponse) {
    if (!url.includes("/Recording/r1/")) return json(response, 404, { api_id: "1", error: "not found" });
    this.deleted.push(url);
    return response.writeHead(204).end();
  }
}

export const useCallProviders = () => ({
  twilio: useStandIn(new TwilioCallsStandIn()),
  plivo: useStandIn(new PlivoCallsStandIn()),
});
