import type { EscalationStep } from "#contract/escalation-plan.ts";

/** A step of a request's plan: once, at its time, either by push or by what costs money and wakes people. */
export type PlannedStep = Pick<EscalationStep, "after" | "whom" | "channels" | "unlessSeen">;

const unansweredAfterSeconds = 15 * 60;

const timesOf = ({ after, again }: EscalationStep): number[] =>
  Array.from({ length: 1 + (again?.times ?? 0) }, (_, time) => after + time * (again?.everySeconds ?? 0));

function apart({ whom, channels, unlessSeen = false }: EscalationStep, after: number): PlannedStep[] {
  const isPush = (channel: string) => channel === "push";
  const groups = [channels.filter(isPush), channels.filter((channel) => !isPush(channel))];
  return groups
    .filter((group) => group.length > 0)
    .map((group) => ({ after, whom, unlessSeen, channels: group }));
}

/** Every step once, in the order of their times; behind the last a step that asks nobody, where the plan ends. */
export function unroll(steps: readonly EscalationStep[]): PlannedStep[] {
  const planned = steps.flatMap((step) => timesOf(step).flatMap((after) => apart(step, after)));
  planned.sort((one, other) => one.after - other.after);
  const end = (planned.at(-1)?.after ?? 0) + unansweredAfterSeconds;
  return [...planned, { after: end, whom: "everyone", channels: [] }];
}
