import type { FastifyBaseLogger } from "fastify";
import type { Config } from "./config.ts";
import type { Database } from "./db/connect.ts";
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

/** The ways out of the house; each rejects when the provider did not take the message. */
export interface Senders {
  sms(message: { to: string; text: string }): Promise<void>;
  /** `html` says the same as `text`, for those who can show it. */
  email(message: Email): Promise<void>;
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
