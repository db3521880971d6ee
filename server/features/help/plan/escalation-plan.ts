import { channelTraits, shownChannels } from "#contract/channels.ts";
import { minuteSeconds } from "#contract/durations.ts";
import {
  type ChosenEscalationPlan,
  defaultStepsWith,
  type EscalationPlan,
  type EscalationStep,
  type Helpers,
  timesOf,
} from "#contract/help/plan.ts";
import type { Channel } from "#contract/messages.ts";
import { recordActivity } from "#server/features/activity/activity.ts";
import { Invalid } from "#server/platform/errors.ts";
import type { Member } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import { channelsOf, openChannels, type Reachable } from "#server/platform/messages/channels.ts";
import type { World } from "#server/platform/world.ts";
import { deletePlan, findPlan, isHelper, storePlan } from "./queries.ts";

const defaultPlan = (config: World["config"]): ChosenEscalationPlan => ({
  steps: defaultStepsWith(openChannels(config)),
  firstContactId: null,
  quietHours: null,
});

type Given = Pick<World, "config" | "database">;

export async function planOf({ config, database }: Given, familyId: number): Promise<EscalationPlan> {
  const chosen = await findPlan(database.reads, familyId);
  return { ...(chosen ?? defaultPlan(config)), isDefault: !chosen };
}

/** Returns the steps to store with a request: one for each time that somebody is asked. */
export async function plannedSteps(world: Given, familyId: number): Promise<PlannedStep[]> {
  const shown = shownChannels(openChannels(world.config));
  const { steps } = await planOf(world, familyId);
  return unroll(
    steps.map((step) => ({ ...step, channels: step.channels.filter((channel) => shown.includes(channel)) })),
  );
}

export async function changePlan(
  world: World,
  { familyId, id: personId }: Member,
  plan: ChosenEscalationPlan,
): Promise<EscalationPlan> {
  const { database, clock } = world;
  const { firstContactId } = plan;
  if (firstContactId !== null && !(await isHelper(database.kysely, familyId, firstContactId)))
    throw new Invalid("Please choose again.", { firstContactId: "Please choose someone who helps" });
  await database.kysely.transaction().execute(async (trx) => {
    await storePlan(trx, familyId, plan);
    await recordActivity(trx, { familyId, personId, at: clock.now() }, { kind: "plan-changed" });
    await publish(trx, familyId, "escalation-plan", "family");
  });
  return planOf(world, familyId);
}

export async function restorePlan(world: World, { familyId, id: personId }: Member): Promise<EscalationPlan> {
  const { database, clock } = world;
  await database.kysely.transaction().execute(async (trx) => {
    if (await deletePlan(trx, familyId))
      await recordActivity(trx, { familyId, personId, at: clock.now() }, { kind: "plan-restored" });
    await publish(trx, familyId, "escalation-plan", "family");
  });
  return planOf(world, familyId);
}

/** One planned step of a request. It uses either channels that wake people or ones that do not. */
export type PlannedStep = Omit<EscalationStep, "again">;

const unansweredAfterSeconds = 15 * minuteSeconds;

function splitByWaking(
  { target, channels, unlessSeen = false }: EscalationStep,
  after: number,
): PlannedStep[] {
  const wakes = (channel: Channel) => channelTraits[channel].wakes;
  const groups = [channels.filter((channel) => !wakes(channel)), channels.filter(wakes)];
  return groups
    .filter((group) => group.length > 0)
    .map(
      (group) =>
        ({ after, target, unlessSeen, channels: group }) satisfies Record<keyof PlannedStep, unknown>,
    );
}

/** Lists every repeat as its own step, in order of time. The last step asks nobody and marks the end of the plan. */
export function unroll(steps: readonly EscalationStep[]): PlannedStep[] {
  const planned = steps.flatMap((step) => timesOf(step).flatMap((after) => splitByWaking(step, after)));
  planned.sort((one, other) => one.after - other.after);
  const end = (planned.at(-1)?.after ?? 0) + unansweredAfterSeconds;
  return [...planned, { after: end, target: "everyone", channels: [] }];
}

/** An urgent request starts this far into its plan. */
export const urgentHeadStartSeconds = 5 * minuteSeconds;

/**
 * The plan of a request that is urgent from the start: everyone is asked at once over every channel, and the usual
 * plan follows.
 */
export const everyoneAtOnce = (
  planned: readonly PlannedStep[],
  { config }: Pick<World, "config">,
): PlannedStep[] => [
  ...splitByWaking(
    { after: 0, target: "everyone", channels: shownChannels(openChannels(config)) },
    urgentHeadStartSeconds,
  ),
  ...planned.filter(({ after }) => after > urgentHeadStartSeconds),
];

// The order in which a step finds the first contact: admins first, then by the time of joining.
const rank = ({ role }: Reachable): number => (role === "admin" ? 0 : 1);

/** The most messages for one request on a channel that costs money. */
function maxPaidOf({ limits }: World["config"], channel: Channel): number | undefined {
  const { helpTextsPerRequest: sms, helpCallsPerRequest: call } = limits;
  const max: Partial<Record<Channel, number>> = { sms, call };
  return max[channel];
}

export async function helpersOf(world: World, { familyId }: Member): Promise<Helpers> {
  const members = await channelsOf(world, familyId);
  const helpers = members
    .filter(({ role }) => role !== "grandparent")
    .sort((one, other) => rank(one) - rank(other))
    .map(({ personId: id, name, channels }) => ({ id, name, channels }));
  const open = openChannels(world.config);
  const maxPaid = open.flatMap((channel) => {
    const max = maxPaidOf(world.config, channel);
    return max === undefined ? [] : [{ channel, max }];
  });
  return { helpers, openChannels: open, maxPaid };
}
