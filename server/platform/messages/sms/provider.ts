import type { IncomingHttpHeaders } from "node:http";
import type { Refusal } from "#contract/reachability.ts";
import type { Sms } from "#server/platform/world.ts";

/** A request from a provider that has not been checked yet. */
export interface Callback {
  /** The address that it was sent to, under our PUBLIC_URL. */
  readonly path: string;
  /** The `:token` in that path. */
  readonly token: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly now: Date;
}

/** A text that has left, by our token or by the provider's id. */
export type SentText =
  | { readonly token: string }
  | { readonly providerId: string; readonly phoneNumber: string };

export type Report =
  | { readonly kind: "delivered"; readonly sent: SentText }
  /** With a refusal, no text will ever reach the number. */
  | { readonly kind: "failed"; readonly sent: SentText; readonly refusal?: Refusal | undefined }
  /** The id is the provider's, and the same each time that it passes a text on. */
  | { readonly kind: "reply"; readonly id: string; readonly from: string; readonly words: string };

/** A route on which a provider calls us. */
export interface Webhook {
  readonly path: string;
  readonly methods: readonly ("GET" | "POST")[];
  /**
   * Throws Forbidden for a request that the provider has not signed. Returns undefined for anything that we don't
   * need to know.
   */
  read(callback: Callback): Report | undefined;
}

/** Everything that is specific to one provider of text messages. It is registered in providers.ts. */
export interface TextProvider {
  /** As in SMS_PROVIDERS. */
  readonly name: string;
  /**
   * Sends a text and returns the provider's id. It throws a SendError, which is permanent only if the number itself is
   * refused: any other text can go by another provider.
   */
  send(text: Sms): Promise<{ id: string }>;
  readonly webhooks: readonly Webhook[];
  /** Whether replies to our texts are passed on to us. */
  readonly takesReplies: boolean;
  /** Whether it confirms STOP and START to the sender, and sends no words of ours after STOP. */
  readonly confirmsKeywords?: boolean;
  /**
   * Returns the response body, as XML, that makes the provider send a reply. Without it, the reply goes out as a
   * separate text.
   */
  replyWith?(words: string): string;
}
