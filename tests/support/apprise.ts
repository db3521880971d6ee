// Stands in for a server of Apprise's API, and refuses what a real one refuses:
// https://github.com/caronc/apprise-api#api-response-codes
import type { IncomingMessage, ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import * as z from "zod/mini";
import { basicAuthorization } from "#server/platform/messages/request.ts";
import { StandIn, useStandIn } from "./stand-in.ts";

const Message = z.strictObject({
  urls: z.string(),
  title: z.string(),
  body: z.string().check(z.minLength(1)),
  type: z.enum(["info", "success", "warning", "failure"]),
  format: z.enum(["text", "markdown", "html"]),
});
export type NotifiedByApprise = z.output<typeof Message>;

export class AppriseStandIn extends StandIn {
  readonly notified: NotifiedByApprise[] = [];
  /** The user name and password without which nobody gets in, with a colon between them. */
  credentials: string | undefined;
  /** Answers every message with this status. */
  status: number | undefined;
  /** Hands a message to the service that its address names. Returns whether that took it. */
  deliver: (message: NotifiedByApprise) => boolean | Promise<boolean> = () => true;

  protected async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { data } = Message.safeParse(await json(request).catch(() => undefined));
    const status = this.status ?? this.#refusalOf(request, data) ?? (await this.#notify(data));
    if (status === 204) response.writeHead(204).end();
    else
      response
        .writeHead(status, { "content-type": "application/json" })
        .end(
          JSON.stringify({ error: status === 200 ? null : `Failed to notify ${data?.urls}`, details: [] }),
        );
  }

  #refusalOf({ method, url, headers }: IncomingMessage, message: NotifiedByApprise | undefined) {
    if (!/^\/notify\/?$/.test(url ?? "")) return 404;
    if (method !== "POST") return 405;
    const [user = "", password = ""] = this.credentials?.split(":") ?? [];
    if (this.credentials && headers.authorization !== basicAuthorization(user, password)) return 401;
    if (!message) return 400;
    return /^[a-z\d]{1,32}:\/\//i.test(message.urls) ? undefined : 204;
  }

  async #notify(message: NotifiedByApprise | undefined): Promise<number> {
    if (!message || !(await this.deliver(message))) return 424;
    this.notified.push(message);
    return 200;
  }
}

export const useApprise = (): AppriseStandIn => useStandIn(new AppriseStandIn());
