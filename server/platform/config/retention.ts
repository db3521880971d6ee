import { dayMs } from "#contract/durations.ts";
import { type Environment, wholeNumber } from "./environment.ts";
import type { Setting } from "./setting.ts";

/** For how long what is over is kept. */
export interface Retention {
  readonly messagesMs: number;
  /** Undefined if closed requests stay for good. */
  readonly requestsMs: number | undefined;
}

/** A week's test and a Sunday's letter look back at earlier messages. */
const fewestMessageDays = 30;
/** Pictures and voice messages stay for 90 days after their request was closed. */
const fewestRequestDays = 90;

export const retentionSettings: readonly Setting[] = [
  {
    names: ["KEEP_MESSAGES_DAYS"],
    preset: "`90`",
    purpose:
      "Days after which the record of a sent message is deleted, at least 30. What families see of a request, such as who was reached and when, stays with the request",
  },
  {
    names: ["KEEP_REQUESTS_DAYS"],
    preset: "for good",
    purpose:
      "Days after which a closed help request is deleted with its whole thread, at least 90. Those with a picture or a voice message that somebody keeps stay",
  },
];

function daysOf(env: Environment, name: string, preset: number, fewest: number): number {
  const days = wholeNumber(env, name, preset);
  if (days >= fewest) return days * dayMs;
  throw new Error(`${name} must be at least ${fewest}, not "${days}".`);
}

export const readRetention = (env: Environment): Retention => ({
  messagesMs: daysOf(env, "KEEP_MESSAGES_DAYS", 90, fewestMessageDays),
  requestsMs: env.KEEP_REQUESTS_DAYS ? daysOf(env, "KEEP_REQUESTS_DAYS", 0, fewestRequestDays) : undefined,
});
