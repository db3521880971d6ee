// Puts into words when the helper will call or come.
import { minuteMs } from "#contract/durations.ts";
import type { HelpPromise } from "#contract/help/request-state.ts";
import type { HelpRequest } from "#contract/help/requests.ts";
import { duration, timeOf } from "#web/ui/time/clock.ts";

/** The minutes for which "I'm calling now", a call at a time, and "I'm on my way" can be believed. */
const trustedFor = { CALLING: 10, CALL_AT: 10, COMING: 60 } as const;

const isStale = ({ kind, dueAt, madeAt }: HelpPromise, now: number): boolean =>
  now > Date.parse(dueAt ?? madeAt) + trustedFor[kind] * minuteMs;

/** "Anna will call at 5:00 PM." Undefined if it was promised too long ago. */
export function wordsOfPromise(name: string, promise: HelpPromise, now: number): string | undefined {
  const { kind, dueAt } = promise;
  if (dueAt) return `${name} ${isStale(promise, now) ? "wanted to" : "will"} call at ${timeOf(dueAt)}.`;
  if (isStale(promise, now)) return undefined;
  return kind === "CALLING" ? `${name} is calling now.` : `${name} is on the way.`;
}

/** "1 hour 30 minutes": without its minutes, a call would seem to come sooner than it does. */
function exactly(minutes: number): string {
  const rest = minutes % 60;
  const hours = minutes - rest;
  return [hours, rest]
    .filter((part) => part > 0)
    .map(duration)
    .join(" ");
}

/** Counts down to a promised call. */
function countdown({ dueAt }: HelpPromise, now: number): string {
  if (!dueAt || now === 0) return "";
  const minutes = Math.floor((Date.parse(dueAt) - now) / minuteMs);
  if (minutes > 0) return ` In ${exactly(minutes)}.`;
  return minutes > -trustedFor.CALL_AT ? " Any minute now." : "";
}

/** The question to the sender after the promised time. */
export const questionOf = ({ helper, promise }: HelpRequest): string | undefined =>
  helper && promise?.askedAt
    ? `Did ${helper.name} ${promise.kind === "COMING" ? "come" : "call"}?`
    : undefined;

/** The heading for the sender once the helper has said when they will call or come. */
export function promisedHeading(request: HelpRequest, now: number): string | undefined {
  const { state, helper, promise } = request;
  if (state !== "ACKNOWLEDGED" || !helper || !promise) return undefined;
  const words = wordsOfPromise(helper.name, promise, now);
  return questionOf(request) ?? (words && words + countdown(promise, now));
}
