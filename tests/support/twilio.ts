// Stands in for Twilio, for its official library. The test sees who called and what was sent.
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import twilio from "twilio";
import { StandIn, useStandIn } from "./stand-in.ts";

interface Asked {
  method: string | undefined;
  path: string | undefined;
  /** Account SID and token. */
  credentials: string;
  form: Record<string, string>;
}

const credentialsIn = ({ headers }: IncomingMessage): string =>
  Buffer.from(headers.authorization?.replace(/^Basic /, "") ?? "", "base64").toString();

const refuse = (response: ServerResponse, status: number, code?: number) =>
  response
    .writeHead(status, { "content-type": "application/json" })
    .end(JSON.stringify({ status, code, message: "Invalid 'To' Phone Number: +16145550101" }));

export class TwilioStandIn extends StandIn {
  readonly asked: Asked[] = [];
  answer = (response: ServerResponse): unknown => response.writeHead(201).end(JSON.stringify({ sid: "SM1" }));

  refuseWith = (status: number, code?: number) => {
    this.answer = (response) => refuse(response, status, code);
  };

  /** The official library, redirected to this stand-in. */
  client = async ({ accountSid, authToken }: { accountSid: string; authToken: string }, timeout = 2_000) => {
    const httpClient = new twilio.RequestClient({ timeout });
    const request = httpClient.request.bind(httpClient);
    httpClient.request = (options) =>
      request({ ...options, uri: options.uri.replace("https://api.twilio.com", this.origin) });
    return twilio(accountSid, authToken, { httpClient });
  };

  protected async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = Object.fromEntries(new URLSearchParams(await text(request)));
    const { method, url: path } = request;
    this.asked.push({ method, path, credentials: credentialsIn(request), form });
    this.answer(response);
  }
}

export const useTwilio = (): TwilioStandIn => useStandIn(new TwilioStandIn());
