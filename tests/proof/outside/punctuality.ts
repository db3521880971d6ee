// Checks whether everybody received each step of a plan, and when.
import type { EscalationStep } from "#contract/help/plan.ts";
import type { Channel } from "#contract/messages.ts";
import { type Family, helpMessages, type SentRequest } from "./family.ts";
import type { Providers, Received } from "./providers.ts";

export interface Punctuality {
  /** The number of times that somebody never received a step over one of its channels. */
  missing: number;
  /** The number of messages that repeated a step that the person had already received. */
  repeats: number;
  /** The seconds by which the earliest message was early, and the latest one late. */
  earliest: number;
  latest: number;
}

interface Expected {
  channel: Channel;
  after: number;
  /** Whether no earlier step uses the channel. */
  isFirst: boolean;
}

function expectedOf(steps: readonly EscalationStep[]): Expected[] {
  const ways = steps.flatMap(({ after, channels }) => channels.map((channel) => ({ after, channel })));
  const comesBefore = (one: Omit<Expected, "isFirst">) =>
    ways.some((other) => other.channel === one.channel && other.after < one.after);
  return ways.map((way) => ({ ...way, isFirst: !comesBefore(way) }));
}

/** A step was received if a message came over its channel at its time or later. */
function heldFor(got: readonly Received[], due: number, isFirst: boolean): Punctuality {
  const hit = got.find(({ at }) => at >= due - 1_000);
  const [first] = got;
  return {
    missing: hit ? 0 : 1,
    repeats: 0,
    earliest: isFirst && first ? Math.max(0, (due - first.at) / 1_000) : 0,
    latest: hit ? Math.max(0, (hit.at - due) / 1_000) : 0,
  };
}

export function punctuality(
  providers: Providers,
  family: Family,
  request: SentRequest,
  steps: readonly EscalationStep[],
): Punctuality {
  const received = helpMessages(providers, request);
  const held = expectedOf(steps).flatMap(({ channel, after, isFirst }) =>
    family.helpers.map((helper) => {
      const got = received.filter((one) => one.channel === channel && one.person === helper);
      return heldFor(got, request.askedAt + after * 1_000, isFirst);
    }),
  );
  const all = combined(held);
  return { ...all, repeats: Math.max(0, received.length - (held.length - all.missing)) };
}

const worst = (values: readonly number[]): number => Math.max(0, ...values);
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

export const combined = (all: readonly Punctuality[]): Punctuality => ({
  missing: sum(all.map(({ missing }) => missing)),
  repeats: sum(all.map(({ repeats }) => repeats)),
  earliest: worst(all.map(({ earliest }) => earliest)),
  latest: worst(all.map(({ latest }) => latest)),
});
