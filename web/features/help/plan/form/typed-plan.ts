// Converts between a plan and the values of its form.

import { channels, channelTraits } from "#contract/channels.ts";
import { hourSeconds, minuteSeconds } from "#contract/durations.ts";
import type { EscalationPlan, EscalationStep } from "#contract/help/plan.ts";
import type { Channel } from "#contract/messages.ts";
import type { PlanBody } from "../queries.ts";

export interface TypedStep {
  /** Identifies the step while the form is open, wherever it moves. */
  line: number;
  after: string;
  target: EscalationStep["target"];
  channels: Channel[];
  unlessSeen: boolean;
  /** An empty `everySeconds` means that the step is not repeated. */
  again: { everySeconds: string; times: string };
}

export interface TypedPlan {
  steps: TypedStep[];
  /** Empty while nobody is chosen. */
  firstContactId: string;
  isQuiet: boolean;
  quietHours: { from: string; until: string };
}

const usualTimes = "3";
const usualQuiet = { from: "22:00", until: "07:00" };

const typedStepOf = (step: EscalationStep, line: number): TypedStep => ({
  line,
  after: String(step.after),
  target: step.target,
  channels: [...step.channels],
  unlessSeen: step.unlessSeen ?? false,
  again: {
    everySeconds: step.again ? String(step.again.everySeconds) : "",
    times: step.again ? String(step.again.times) : usualTimes,
  },
});

export const typedPlanOf = ({ steps, firstContactId, quietHours }: EscalationPlan): TypedPlan => ({
  steps: steps.map(typedStepOf),
  firstContactId: firstContactId === null ? "" : String(firstContactId),
  isQuiet: quietHours !== null,
  quietHours: quietHours ?? usualQuiet,
});

export function stepOf({ after, target, channels, unlessSeen, again }: TypedStep): EscalationStep {
  const { everySeconds, times } = again;
  return {
    after: Number(after),
    target,
    channels,
    unlessSeen: unlessSeen || undefined,
    again: everySeconds ? { everySeconds: Number(everySeconds), times: Number(times) } : undefined,
  } satisfies Record<keyof EscalationStep, unknown>;
}

export const firstContactIn = ({ firstContactId }: TypedPlan): number | null =>
  firstContactId === "" ? null : Number(firstContactId);

/** The request body, which the contract's schema checks. */
export function bodyOf(typed: TypedPlan): Required<PlanBody> {
  return {
    steps: typed.steps.map(stepOf),
    firstContactId: firstContactIn(typed),
    quietHours: typed.isQuiet ? typed.quietHours : null,
  };
}

/** Sorts by time. Steps at the same time keep their order. */
export const inOrder = (steps: readonly TypedStep[]): TypedStep[] =>
  [...steps].sort((one, other) => Number(one.after) - Number(other.after));

const minutes = (...counts: number[]) => counts.map((count) => count * minuteSeconds);
const hours = (...counts: number[]) => counts.map((count) => count * hourSeconds);

/** The choices, in seconds. */
export const timesAfter = [
  0,
  30,
  ...minutes(1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 45),
  ...hours(1, 2, 3, 6, 12, 24),
];
export const pauses = [...minutes(1, 2, 5, 10, 15, 20, 30), ...hours(1, 2, 4)];
export const repetitions = Array.from({ length: 20 }, (_, place) => place + 1);

/** The usual choices in order, always including the chosen one. */
export const withChosen = (usual: readonly number[], chosen: string): number[] =>
  [...new Set([...usual, ...(chosen === "" ? [] : [Number(chosen)])])].sort((one, other) => one - other);

const firstWaking = channels.filter((channel) => channelTraits[channel].wakes).slice(0, 1);

/** A new step after all others: it writes to everyone. */
export function newStep(steps: readonly TypedStep[]): TypedStep {
  const latest = Math.max(-1, ...steps.map(({ after }) => Number(after)));
  const after = timesAfter.find((time) => time > latest) ?? latest;
  const line = Math.max(-1, ...steps.map((step) => step.line)) + 1;
  return typedStepOf({ after, target: "everyone", channels: firstWaking }, line);
}
