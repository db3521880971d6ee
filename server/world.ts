import type { FastifyBaseLogger } from "fastify";
import type { Config } from "./config.ts";
import type { Database } from "./db/connect.ts";
import type { GoogleEvent } from "./db/tables/calendar/calendar-connections.ts";
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
}

/** One way of a browser to the provider and back; whoever cannot tell its secrets was not sent by us. */
export interface RoundTrip {
  readonly redirectUri: string;
  readonly scope: string;
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  /** What this provider wants to be told beside. */
  readonly extra?: Readonly<Record<string, string>>;
}

/** What the provider vouches for. A person is known by issuer and subject together. */
export interface Vouched {
  readonly issuer: string;
  readonly subject: string;
  readonly name: string | undefined;
  /** Only one that the provider has verified. */
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

/** What has changed since a sync token, or everything. */
export interface GoogleChanges {
  readonly events: readonly GoogleEvent[];
  readonly syncToken: string;
}

/** Each throws Unavailable where the provider cannot be reached, Forbidden where its answer is not in order. */
export interface Google {
  /** Where to send the browser, as seen from a page of ours. */
  addressFor(trip: RoundTrip): Promise<string>;
  /** Exchanges what the browser came back with. */
  redeem(trip: RoundTrip, answer: URLSearchParams): Promise<Vouched>;
  revoke(refreshToken: string): Promise<void>;
  /** Those of the account that gave the permission. These two throw `Unread`. */
  calendars(refreshToken: string): Promise<GoogleCalendar[]>;
  changes(
    refreshToken: string,
    calendarId: string,
    since: { syncToken: string } | { timeMin: Date },
  ): Promise<GoogleChanges>;
}

export interface Sms {
  to: string;
  text: string;
  /** Where the provider may tell what became of it. */
  statusCallback?: string;
}

/** One browser that wants to be told, as it names itself (RFC 8030, 8291). */
export interface PushSubscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export interface PushMessage {
  subscription: PushSubscription;
  payload: string;
  /** While it waits a newer one with the same topic takes its place: at most 32 characters, safe in a URL. */
  topic: string;
  /** How long the push service keeps it for a device that is off. */
  ttlSeconds: number;
  urgency: "normal" | "high";
}

/** The ways out of the house. Each rejects with `SendError` when the provider did not take the message. */
export interface Senders {
  /** Answers the provider's id of the message. */
  sms(message: Sms): Promise<{ id: string }>;
  /** `html` says the same as `text`, for those who can show it. */
  email(message: Email): Promise<void>;
  push(message: PushMessage): Promise<void>;
  readonly google: Google;
}

/** What the rooms are given. Clock and senders are the only things a test ever replaces. */
export interface World {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly senders: Senders;
  readonly secrets: Secrets;
  readonly log: FastifyBaseLogger;
}
