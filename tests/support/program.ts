// Stands in for a family's own program, such as Home Assistant. It checks each signature as its documents say:
// https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { StandIn, useStandIn } from "./stand-in.ts";

interface Told {
  readonly id: string;
  readonly isSigned: boolean;
  readonly message: { type: string; timestamp: string; data: Record<string, unknown> };
}

export class Program extends StandIn {
  readonly told: Told[] = [];
  secret = "";
  answer: (response: ServerResponse) => void = (response) => response.writeHead(204).end();

  get url(): string {
    return `${this.origin}/hook`;
  }

  forget(): void {
    this.told.length = 0;
    this.answer = (response) => response.writeHead(204).end();
  }

  protected async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const id = String(request.headers["webhook-id"]);
    this.told.push({ id, isSigned: this.#isSigned(request, body), message: JSON.parse(body) });
    this.answer(response);
  }

  #isSigned({ headers }: IncomingMessage, body: string): boolean {
    const key = Buffer.from(this.secret.replace("whsec_", ""), "base64");
    const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
    const expected = createHmac("sha256", key).update(signed).digest();
    const [version, signature = ""] = String(headers["webhook-signature"]).split(",");
    const given = Buffer.from(signature, "base64");
    return version === "v1" && given.length === expected.length && timingSafeEqual(given, expected);
  }
}

export const useProgram = (): Program => useStandIn(new Program());
