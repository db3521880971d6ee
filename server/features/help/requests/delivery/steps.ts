// Turns the plan steps that are due into messages, one for each person and channel that can be reached now.
import { CompiledQuery, sql } from "kysely";
import { channelTraits } from "#contract/channels.ts";
import type { HelpRequestState } from "#contract/help/request-state.ts";
import type { Channel } from "#contract/messages.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { isUnavailable } from "#server/platform/db/unavailable.ts";
import { claimDue, type DueRows, nextDue } from "#server/platform/jobs/due-rows.ts";
import type { ImmediateWork } from "#server/platform/jobs/queue.ts";
import { measurementsOf } from "#server/platform/measurements.ts";
import { channelsTo, wakingChannels } from "#server/platform/messages/channels.ts";
import { enqueue } from "#server/platform/messages/outbox.ts";
import type { World } from "#server/platform/world.ts";
import type { PlannedStep } from "../../plan/escalation-plan.ts";
import { helpMessage } from "../help-message.ts";
import { columnsOf, transition } from "../lifecycle.ts";
import type { RequestKey } from "../queries.ts";
import { markUnreachable } from "./unreachable.ts";

const batchSize = 50;

const dueSteps: DueRows<"help_requests"> = {
  table: "help_requests",
  keys: ["family_id", "id"],
  due: "next_step_at",
  where: sql`next_step_at is not null`,
};

// The whole plan is moved, so that later steps keep their distance. The outer table is found by its key alone: with
// the due time as well, PostgreSQL would read all due requests once for each of them. Each family's plan is also
// found by its key ("offset 0"), because otherwise all plans are read.
const holdBack = `update help_requests r
    set plan_began_at = r.plan_began_at + (quiet.ends_at - r.next_step_at), next_step_at = quiet.ends_at
    from (
      select q.family_id, q.id, end_of_quiet_hours($1, f.time_zone, e.quiet_from, e.quiet_until) as ends_at
      from help_requests q
      join families f on f.id = q.family_id
      cross join lateral (select * from escalation_plans where family_id = q.family_id offset 0) e
      where q.next_step_at <= $1 and not q.is_urgent and e.quiet_from is not null
        and (q.state = 'ACKNOWLEDGED' or q.plan -> q.next_step -> 'channels' <@ $2::jsonb)
      for no key update of q skip locked
    ) as quiet
    where r.family_id = quiet.family_id and r.id = quiet.id and quiet.ends_at > $1`;

/** A request whose next step is due, in its state before that step. */
interface DueRequest extends RequestKey {
  readonly asked_by: number;
  readonly state: HelpRequestState;
  readonly step: PlannedStep;
  /** The people who were written to since the plan began. */
  readonly written_to: readonly number[];
  readonly seen_by: readonly number[];
  /** The person who said that they can't help after all, if nobody else has helped since. */
  readonly handed_on_by: number | null;
  /** The person who said in the last two minutes that they can't help after all. */
  readonly cannot_help: number | null;
}

/** Moves claimed requests to the step after the one that is due. */
async function moveOn(trx: Db, claimed: readonly RequestKey[], now: Date): Promise<DueRequest[]> {
  const [familyIds, ids] = columnsOf(claimed);
  const { rows } = await sql<DueRequest>`
    with due as materialized (
      select *, plan -> next_step as step from help_requests
      where (family_id, id) in (select * from unnest(${familyIds}::integer[], ${ids}::bigint[]))
    ), moved as (
      update help_requests r set next_step = d.next_step + 1,
        next_step_at = d.plan_began_at + make_interval(secs => (d.plan -> (d.next_step + 1) ->> 'after')::integer)
      from due d where r.family_id = d.family_id and r.id = d.id
    )
    select family_id, id, asked_by, state, step, handed_on_by,
      case when handed_on_at > ${now}::timestamptz - interval '2 minutes' then handed_on_by end as cannot_help,
      array(
        select distinct m.person_id from messages m
        where m.kind = ${helpMessage.name} and m.subject_id = due.id and m.about = 'ASKED'
          and m.channel = any (${wakingChannels}) and m.created_at >= due.plan_began_at
      ) as written_to,
      array(
        select t.person_id from help_request_receipts t
        where t.family_id = due.family_id and t.help_request_id = due.id and t.state = 'SEEN'
      ) as seen_by
    from due`.execute(trx);
  return rows;
}

interface Helper {
  readonly family_id: number;
  readonly person_id: number;
  readonly channels: readonly Channel[];
}

// A device whose session has ended counts here: its message fails, and the next channel is tried at once.
const channelsOf = (person: string): string =>
  `array(select channel from (${channelsTo(person, "'-infinity'")}) as c order by place)`;

/** The helpers of these families with the channels that reach them, the first contact of each family first. */
async function findHelpers(trx: Db, familyIds: readonly number[]): Promise<Map<number, Helper[]>> {
  const { rows } = await sql<Helper>`
    select m.family_id, m.person_id, ${sql.raw(channelsOf("p"))} as channels
    from unnest(${familyIds}::integer[]) as families (id)
    cross join lateral (select * from memberships where family_id = families.id and role <> 'grandparent' offset 0) m
    join people p on p.id = m.person_id
    left join escalation_plans e on e.family_id = m.family_id
    order by (m.person_id = e.first_contact_id) desc nulls last, m.role = 'admin' desc, m.joined_at, m.person_id`.execute(
    trx,
  );
  return Map.groupBy(rows, ({ family_id }) => family_id);
}

interface Ask extends RequestKey {
  readonly person_id: number;
  readonly channel: Channel;
}

function asksOf(request: DueRequest, familyHelpers: readonly Helper[]): Ask[] {
  const { family_id, id, asked_by, state, step, seen_by, handed_on_by, cannot_help } = request;
  const hasSeen = seen_by.some((person) => person !== handed_on_by);
  if (step.unlessSeen && state === "SEEN" && hasSeen) return [];
  const helpers = familyHelpers.filter(({ person_id }) => person_id !== asked_by);
  const asked = step.target === "everyone" ? helpers : helpers.slice(0, 1);
  const able = asked.filter(({ person_id }) => person_id !== cannot_help);
  return able.flatMap(({ person_id, channels }) =>
    step.channels
      .filter((channel) => channels.includes(channel))
      .map((channel) => ({ family_id, id, person_id, channel })),
  );
}

/**
 * The people who are asked for the first time after somebody else was asked, or after somebody else has seen the
 * request.
 */
function escalatedTo({ state, written_to, seen_by }: DueRequest, asks: readonly Ask[]): Set<number> {
  const isEscalation = (person: number) =>
    !written_to.includes(person) &&
    (written_to.length > 0 || (state === "SEEN" && !seen_by.includes(person)));
  const written = asks
    .filter(({ channel }) => channelTraits[channel].wakes)
    .map(({ person_id }) => person_id);
  return new Set(written.filter(isEscalation));
}

const messageTo = ({ family_id, id, person_id, channel }: Ask, about: "ASKED" | "REMINDED") => ({
  kind: helpMessage,
  about,
  subjectId: id,
  familyId: family_id,
  personId: person_id,
  channel,
});

/**
 * Asks the people that a step names, and shows the person who needs help who else is asked now. Returns the number of
 * people to whom it escalated.
 */
async function takeSteps(trx: Db, claimed: readonly RequestKey[], now: Date): Promise<number> {
  const requests = await moveOn(trx, claimed, now);
  const helpers = await findHelpers(trx, [...new Set(requests.map(({ family_id }) => family_id))]);
  const asked = requests.map((request) => ({
    request,
    asks: asksOf(request, helpers.get(request.family_id) ?? []),
  }));
  const messages = asked.flatMap(({ asks }) => asks.map((ask) => messageTo(ask, "ASKED")));
  await enqueue(trx, messages, now);
  const escalated = asked.flatMap(({ request, asks }) => {
    const { family_id, id } = request;
    return [...escalatedTo(request, asks)].map((actor) => ({ family_id, id, actor }));
  });
  await transition(trx, { requests: escalated, to: "ESCALATED", at: now });
  return escalated.length;
}

/** Asks the helpers of acknowledged requests how it is going. */
async function remindHelpers(trx: Db, claimed: readonly RequestKey[], now: Date): Promise<void> {
  const [familyIds, ids] = columnsOf(claimed);
  const { rows } = await sql<Ask>`
    with moved as (
      update help_requests set next_step_at = null
      where (family_id, id) in (select * from unnest(${familyIds}::integer[], ${ids}::bigint[]))
      returning family_id, id, helper_id
    )
    select r.family_id, r.id, p.id as person_id, c.channel
    from moved r join people p on p.id = r.helper_id
    cross join lateral unnest(${sql.raw(channelsOf("p"))}) as c (channel)`.execute(trx);
  const messages = rows.map((ask) => messageTo(ask, "REMINDED"));
  await enqueue(trx, messages, now);
}

/** Claims a batch of requests whose next step is due, and takes that step in the same transaction. */
async function takeDueSteps(trx: Db, now: Date): Promise<{ taken: number; escalated: number }> {
  const claimed = await claimDue(trx, dueSteps, { now, limit: batchSize });
  if (claimed.length === 0) return { taken: 0, escalated: 0 };
  const acknowledged = claimed.filter(({ state }) => state === "ACKNOWLEDGED");
  const open = claimed.filter(({ state }) => state !== "ACKNOWLEDGED");
  if (acknowledged.length > 0) await remindHelpers(trx, acknowledged, now);
  const escalated = open.length > 0 ? await takeSteps(trx, open, now) : 0;
  await markUnreachable(trx, open, now);
  return { taken: claimed.length, escalated };
}

/**
 * Moves steps to the end of the quiet hours. If that fails, such as for a zone that PostgreSQL doesn't know, the steps
 * of all families are taken in their quiet hours, because a message at night is better than none.
 */
async function holdBackSteps({ database, log }: World, now: Date): Promise<void> {
  try {
    const values = [now, JSON.stringify(wakingChannels)];
    await database.kysely.executeQuery(CompiledQuery.raw(holdBack, values));
  } catch (err) {
    if (err instanceof Error && isUnavailable(err)) throw err;
    log.error({ err }, "quiet hours could not be applied");
  }
}

export const helpSteps: ImmediateWork = {
  async finishDue(world) {
    const now = world.clock.now();
    let count = 0;
    for (;;) {
      await holdBackSteps(world, now);
      const { taken, escalated } = await world.database.kysely
        .transaction()
        .execute((trx) => takeDueSteps(trx, now));
      if (escalated > 0) measurementsOf(world)?.escalated(escalated);
      if (taken === 0) return count;
      count += taken;
    }
  },
  nextDue: ({ database }) => nextDue(database.kysely, dueSteps),
};
