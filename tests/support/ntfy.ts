// Stands in for an ntfy server, and refuses what a real one refuses: https://docs.ntfy.sh/publish/#publish-as-json
import type { IncomingMessage, ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import * as z from "zod/mini";
import { StandIn, useStandIn } from "./stand-in.ts";

const button = { label: z.string().check(z.minLength(1)), url: z.string(), clear: z.optional(z.boolean()) };

const Message = z.strictObject({
  topic: z.string().check(z.regex(/^[-_A-Za-z0-9]{1,64}$/)),
  title: z.string(),
  message: z.string().check(z.maxLength(4096)),
  priority: z.int().check(z.gte(1), z.lte(5)),
  click: z.url(),
  actions: z
    .array(
      z.discriminatedUnion("action", [
        z.strictObject({
          action: z.literal("http"),
          ...button,
          method: z.string(),
          headers: z.optional(z.record(z.string(), z.string())),
          body: z.optional(z.string()),
        }),
        z.strictObject({ action: z.literal("view"), ...button }),
      ]),
    )
    .check(z.maxLength(3)),
});
export type PublishedByNtfy = z.output<typeof Message>;

export class NtfyStandIn extends StandIn {
  readonly published: PublishedByNtfy[] = [];
  /** The token without which nobody publishes here. */
  token: string | undefined;
  /** Answers every message with this status. */
  status: number | undefined;
  onPublished: (message: PublishedByNtfy) => void = () => undefined;

  protected async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const message = Message.safeParse(await json(request).catch(() => undefined));
    const status = this.status ?? this.#refusalOf(request, message.success);
    if (status !== undefined) {
      response
        .writeHead(status)
        .end(JSON.stringify({ http: status, error: "something about porchlight-abc" }));
      return;
    }
    if (!message.data) return;
    this.published.push(message.data);
    this.onPublished(message.data);
    response.writeHead(200).end(JSON.stringify({ id: "hwQ2YpKdmg", event: "message", ...message.data }));
  }

  #refusalOf({ method, url, headers }: IncomingMessage, isMessage: boolean): number | undefined {
    if (url !== "/" || method !== "POST") return 404;
    if (this.token && headers.authorization !== `Bearer ${this.token}`) return 403;
    return isMessage ? undefined : 400;
  }
}

export const useNtfy = (): NtfyStandIn => useStandIn(new NtfyStandIn());
