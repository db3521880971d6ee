import type { EscalationStep } from "#contract/help/plan.ts";
import { type Channel, channelTraits } from "#contract/messages.ts";

/** One planned step of a request. It uses either channels that wake people or ones that do not. */
export type PlannedStep = Pick<EscalationStep, "after" | "whom" | "channels" | "unlessSeen">;

const unansweredAfterSeconds = 15 * 60;

const timesOf = ({ after, again }: EscalationStep): number[] =>
  Array.from({ length: 1 + (again?.times ?? 0) }, (_, time) => after + time * (again?.everySeconds ?? 0));

function splitByWaking({ whom, channels, unlessSeen = false }: EscalationStep, after: number): PlannedStep[] {
  const wakes = (channel: Channel) => channelTraits[channel].wakes;
  const groups = [channels.filter((channel) => !wakes(channel)), channels.filter(wakes)];
  return groups
    .filter((group) => group.length > 0)
    .map((group) => ({ after, whom, unlessSeen, channels: group }));
}

/** Lists every repeat as its own step, in order of time. The last step asks nobody and marks the end of the plan. */
export function unroll(steps: readonly EscalationStep[]): PlannedStep[] {
  const planned = steps.flatMap((step) => timesOf(step).flatMap((after) => splitByWaking(step, after)));
  planned.sort((one, other) => one.after - other.after);
  const end = (planned.at(-1)?.after ?? 0) + unansweredAfterSeconds;
  return [...planned, { after: end, whom: "everyone", channels: [] }];
}
