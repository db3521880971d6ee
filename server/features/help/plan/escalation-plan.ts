import { channels, channelTraits } from "#contract/channels.ts";
import {
  type ChosenEscalationPlan,
  defaultSteps,
  type EscalationPlan,
  type EscalationStep,
  type Helpers,
  timesOf,
} from "#contract/help/plan.ts";
import type { Channel } from "#contract/messages.ts";
import { recordActivity } from "#server/features/activity/activity.ts";
import type { Database } from "#server/platform/db/connect.ts";
import { Invalid } from "#server/platform/errors.ts";
import type { Member } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import { channelsOf, openChannels, type Reachable } from "#server/platform/messages/channels.ts";
import type { World } from "#server/platform/world.ts";

type Stored = Omit<EscalationPlan, "isDefault">;

const findPlan = {
  name: "find-escalation-plan",
  text: `select steps, first_contact_id as "firstContactId", case when quiet_from is not null then
      json_build_object('from', to_char(quiet_from, 'HH24:MI'), 'until', to_char(quiet_until, 'HH24:MI'))
    end as "quietHours"
    from escalation_plans where family_id = $1`,
};

const defaultPlan: Stored = { steps: [...defaultSteps], firstContactId: null, quietHours: null };

export async function planOf(database: Database, familyId: number): Promise<EscalationPlan> {
  const [chosen] = await database.read<Stored>(findPlan, [familyId]);
  return { ...(chosen ?? defaultPlan), isDefault: !chosen };
}

/** Returns the steps to store with a request: one for each time that somebody is asked. */
export async function plannedSteps(database: Database, familyId: number): Promise<PlannedStep[]> {
  return unroll((await planOf(database, familyId)).steps);
}

async function refuseNonHelper(database: Database, { familyId }: Member, personId: number): Promise<void> {
  const helper = database.kysely.selectFrom("memberships").select("person_id");
  const found = await helper
    .where("family_id", "=", familyId)
    .where("person_id", "=", personId)
    .where("role", "<>", "grandparent")
    .executeTakeFirst();
  if (found) return;
  throw new Invalid("Please choose again.", { firstContactId: "Please choose someone who helps" });
}

export async function changePlan(
  { database, clock }: World,
  member: Member,
  { steps, firstContactId, quietHours }: ChosenEscalationPlan,
): Promise<EscalationPlan> {
  if (firstContactId !== null) await refuseNonHelper(database, member, firstContactId);
  const quiet = { quiet_from: quietHours?.from ?? null, quiet_until: quietHours?.until ?? null };
  const row = { steps: JSON.stringify(steps), first_contact_id: firstContactId, ...quiet };
  await database.kysely.transaction().execute(async (trx) => {
    await trx
      .insertInto("escalation_plans")
      .values({ family_id: member.familyId, ...row })
      .onConflict((conflict) => conflict.column("family_id").doUpdateSet(row))
      .execute();
    const doing = { familyId: member.familyId, personId: member.id, at: clock.now() };
    await recordActivity(trx, doing, { kind: "plan-changed" });
    await publish(trx, member.familyId, "escalation-plan", "family");
  });
  return planOf(database, member.familyId);
}

export async function restorePlan(
  { database, clock }: World,
  { familyId, id: personId }: Member,
): Promise<EscalationPlan> {
  await database.kysely.transaction().execute(async (trx) => {
    const deleting = trx.deleteFrom("escalation_plans").where("family_id", "=", familyId);
    const deleted = await deleting.returning("family_id").executeTakeFirst();
    if (deleted)
      await recordActivity(trx, { familyId, personId, at: clock.now() }, { kind: "plan-restored" });
    await publish(trx, familyId, "escalation-plan", "family");
  });
  return planOf(database, familyId);
}

/** One planned step of a request. It uses either channels that wake people or ones that do not. */
export type PlannedStep = Pick<EscalationStep, "after" | "target" | "channels" | "unlessSeen">;

const unansweredAfterSeconds = 15 * 60;

function splitByWaking(
  { target, channels, unlessSeen = false }: EscalationStep,
  after: number,
): PlannedStep[] {
  const wakes = (channel: Channel) => channelTraits[channel].wakes;
  const groups = [channels.filter((channel) => !wakes(channel)), channels.filter(wakes)];
  return groups
    .filter((group) => group.length > 0)
    .map((group) => ({ after, target, unlessSeen, channels: group }));
}

/** Lists every repeat as its own step, in order of time. The last step asks nobody and marks the end of the plan. */
function unroll(steps: readonly EscalationStep[]): PlannedStep[] {
  const planned = steps.flatMap((step) => timesOf(step).flatMap((after) => splitByWaking(step, after)));
  planned.sort((one, other) => one.after - other.after);
  const end = (planned.at(-1)?.after ?? 0) + unansweredAfterSeconds;
  return [...planned, { after: end, target: "everyone", channels: [] }];
}

// An urgent request begins this far into its plan.
const urgentAfterSeconds = 5 * 60;

/**
 * The plan of a request that is urgent from the start: everyone is asked at once over every channel, and the usual
 * plan follows.
 */
export const everyoneAtOnce = (planned: readonly PlannedStep[]): PlannedStep[] => [
  ...splitByWaking({ after: 0, target: "everyone", channels: [...channels] }, urgentAfterSeconds),
  ...planned.filter(({ after }) => after > urgentAfterSeconds),
];

// The order in which a step finds the first contact: admins first, then by the time of joining.
const rank = ({ role }: Reachable): number => (role === "admin" ? 0 : 1);

export async function helpersOf(world: World, { familyId }: Member): Promise<Helpers> {
  const members = await channelsOf(world, familyId);
  const helpers = members
    .filter(({ role }) => role !== "grandparent")
    .sort((one, other) => rank(one) - rank(other))
    .map(({ personId: id, name, channels }) => ({ id, name, channels }));
  const { helpTextsPerRequest: maxTexts } = world.config.limits;
  return { helpers, openChannels: openChannels(world.config), maxTexts };
}
