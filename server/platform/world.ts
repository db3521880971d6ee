import type { FastifyBaseLogger } from "fastify";
import type { Config } from "#server/platform/config/config.ts";
import type { ProviderIcon } from "#server/platform/config/sign-in-providers.ts";
import type { GoogleEvent } from "#server/platform/db/column-types.ts";
import type { Database } from "#server/platform/db/connect.ts";
import type { Secrets } from "./secrets.ts";

export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

export interface Email {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** Pictures inside the message, which its HTML shows by their ids. */
  pictures?: readonly { readonly id: string; readonly jpeg: Buffer }[];
  /** Where a mail program stops such e-mails, by a request of its own (RFC 8058). */
  stopAddress?: string;
}

/** A browser's trip to the provider and back. `state` can be used once. */
export interface AuthorizationRequest {
  readonly redirectUri: string;
  readonly scope: string;
  readonly state: string;
  /** More parameters for this provider. */
  readonly extra?: Readonly<Record<string, string>>;
}

/** The provider's description of a person, who is identified by issuer and subject together. */
export interface ProviderAccount {
  readonly issuer: string;
  readonly subject: string;
  readonly name: string | undefined;
  /** An address that the provider has verified. */
  readonly email: string | undefined;
  readonly scope: string;
  readonly refreshToken: string | undefined;
}

/** A calendar of an account. */
export interface GoogleCalendar {
  readonly id: string;
  readonly name: string;
  readonly isPrimary: boolean;
}

/** The changes since a sync token, or everything. */
export interface GoogleChanges {
  readonly events: readonly GoogleEvent[];
  readonly syncToken: string;
}

/** Asks for the changes. More events than `maxEvents` are too many. */
export interface GoogleChangesRequest {
  readonly since: { readonly syncToken: string } | { readonly timeMin: Date };
  readonly maxEvents: number;
}

/** Both throw Unavailable if the provider cannot be reached, and Forbidden if its answer is not valid. */
export interface OpenIdClient {
  /** The URL to send the browser to, relative to one of our pages. */
  authorizationUrl(request: AuthorizationRequest): Promise<string>;
  /** Exchanges the parameters that the browser came back with. */
  exchangeCode(request: AuthorizationRequest, parameters: URLSearchParams): Promise<ProviderAccount>;
}

/** A provider that people can sign in with. */
export interface SignInProvider extends OpenIdClient {
  /** The last part of its address: /api/auth/{id}. */
  readonly id: string;
  readonly name: string;
  readonly icon: ProviderIcon | undefined;
  /** Undefined for Google while it is not set up. Then it is not offered. */
  readonly issuer: string | undefined;
}

/** `revoke` throws the same errors as signing in. */
export interface Google extends OpenIdClient {
  revoke(refreshToken: string): Promise<void>;
  /** Lists the calendars of the account. Like `changes`, it throws `CalendarApiError`. */
  calendars(refreshToken: string): Promise<GoogleCalendar[]>;
  changes(refreshToken: string, calendarId: string, request: GoogleChangesRequest): Promise<GoogleChanges>;
}

export interface Sms {
  to: string;
  text: string;
  /** Signed. The provider reports the delivery with it. */
  receiptToken?: string;
  /** Counts from 1. Each attempt begins with another provider. */
  attempt?: number;
}

/** A call that we make. The addresses are paths of ours, which the provider asks for. */
export interface PhoneCall {
  readonly to: string;
  /** Answers what the person hears who picks up. */
  readonly answerPath: string;
  /** Is told that the call is over. */
  readonly endPath: string;
}

/** Something that a caller has said, as long as the provider stores it. */
export interface CallRecording {
  readonly id: string;
  /** The address at which the provider says that it is. */
  readonly url: string;
  readonly seconds: number;
}

/** The push subscription of one browser (RFC 8030, RFC 8291). */
export interface PushSubscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export interface PushMessage {
  subscription: PushSubscription;
  payload: string;
  /** A newer message with the same topic replaces one that waits. At most 32 characters that are safe in a URL. */
  topic: string;
  /** The push service keeps it this long for a device that is off. */
  ttlSeconds: number;
  urgency: "normal" | "high";
}

/** A button of a message in the ntfy app: https://docs.ntfy.sh/publish/#action-buttons */
export type NtfyAction =
  | {
      readonly action: "http";
      readonly label: string;
      readonly url: string;
      readonly method: "POST" | "PUT";
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
      /** Whether the message is closed once the button was pressed. */
      readonly clear: boolean;
    }
  | { readonly action: "view"; readonly label: string; readonly url: string };

/** The names are those of ntfy: https://docs.ntfy.sh/publish/#publish-as-json */
export interface NtfyMessage {
  readonly topic: string;
  readonly title: string;
  readonly message: string;
  /** From 1 to 5. */
  readonly priority: number;
  /** The address that it opens. */
  readonly click: string;
  /** At most three. */
  readonly actions: readonly NtfyAction[];
}

/** The names are those of Apprise's API: https://github.com/caronc/apprise-api#stateless-solution */
export interface AppriseMessage {
  /** The person's one address, which holds a password. */
  readonly urls: string;
  readonly title: string;
  readonly body: string;
  readonly type: "info" | "warning";
  readonly format: "text";
}

/** Each sender rejects with `SendError` if the provider did not accept the message. */
export interface Senders {
  /** Returns the provider's id of the message. */
  sms(message: Sms): Promise<{ id: string }>;
  /** `html` has the same content as `text`. */
  email(message: Email): Promise<void>;
  push(message: PushMessage): Promise<void>;
  ntfy(message: NtfyMessage): Promise<void>;
  apprise(message: AppriseMessage): Promise<void>;
  /** Returns the provider's id of the call, which has not been answered yet. */
  call(call: PhoneCall): Promise<{ id: string }>;
  /** What callers have said, at the provider. Both reject with `SendError`. */
  readonly recordings: {
    /** Returns a WAV file. It is refused while the recording is not ready yet. */
    fetch(recording: CallRecording): Promise<Buffer>;
    /** Does not fail for one that is gone already. */
    delete(recording: CallRecording): Promise<void>;
  };
  readonly google: Google;
  /** In the order in which people see them. */
  readonly signInProviders: readonly SignInProvider[];
}

/** Everything that the nouns are given. Tests replace only the clock and the senders. */
export interface World {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly senders: Senders;
  readonly secrets: Secrets;
  readonly log: FastifyBaseLogger;
}
