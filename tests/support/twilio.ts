// Stands in for Twilio. The test sees who called and what was sent.
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
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

  protected async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = Object.fromEntries(new URLSearchParams(await text(request)));
    const { method, url: path } = request;
    this.asked.push({ method, path, credentials: credentialsIn(request), form });
    this.answer(response);
  }
}

export const useTwilio = (): TwilioStandIn => useStandIn(new TwilioStandIn());
