// Stands in for providers of texts with an HTTP API. The test sees what was sent and decides the answer.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { TextProviderSettings } from "#server/platform/config/text-providers.ts";
import { StandIn, useStandIn } from "./stand-in.ts";

interface Asked {
  method: string | undefined;
  path: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

export class TextGatewayStandIn extends StandIn {
  readonly asked: Asked[] = [];
  /** The paths that answer 503. */
  readonly down = new Set<string>();
  #answer: { status: number; body: unknown } = { status: 200, body: {} };

  answerWith(status: number, body: unknown): void {
    this.#answer = { status, body };
  }

  protected async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url: path, headers } = request;
    this.asked.push({ method, path, headers, body: await text(request) });
    const { status, body } = this.down.has(path ?? "") ? { status: 503, body: {} } : this.#answer;
    response.writeHead(status, { location: "http://127.0.0.1:1/" }).end(JSON.stringify(body));
  }
}

export const useTextGateway = (): TextGatewayStandIn => useStandIn(new TextGatewayStandIn());

/** The environment of each provider. The type requires an entry for a new provider. */
export const textProviderEnvs: Readonly<
  Record<TextProviderSettings["provider"], Readonly<Record<string, string>>>
> = {
  twilio: {
    TWILIO_ACCOUNT_SID: "AC0123456789",
    TWILIO_AUTH_TOKEN: "the-token-of-the-account",
    TWILIO_FROM: "+16145550100",
  },
  http: {
    SMS_HTTP_URL: "https://user:secret@sms.example/messages",
    SMS_HTTP_BODY: "to={to}&message={text}&report={receipt}",
  },
  android: {
    ANDROID_SMS_URL: "http://192.168.1.20:8080/message",
    ANDROID_SMS_USERNAME: "sms",
    ANDROID_SMS_PASSWORD: "secret",
    ANDROID_SMS_SIGNING_KEY: "the-key-of-the-phone",
  },
};
