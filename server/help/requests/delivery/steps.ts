// Turns the plan steps that are due into deliveries, one for each person and channel that can be reached now.
import { sql } from "kysely";
import type { HelpRequestState } from "#contract/help/request-state.ts";
import type { Channel } from "#contract/messages.ts";
import type { Database } from "#server/db/connect.ts";
import type { Db } from "#server/db/schema.ts";
import type { PlannedStep } from "../../plan/steps.ts";
import { type RequestKey, transition } from "../transition.ts";
import { atOnce } from "./deliveries.ts";

const batchSize = 50;

// The whole plan is moved, so that later steps keep their distance.
const holdBack = {
  name: "hold-back-help-steps",
  text: `update help_requests r
    set plan_began_at = r.plan_began_at + (quiet.ends_at - r.next_step_at), next_step_at = quiet.ends_at
    from (
      select q.family_id, q.id, end_of_quiet_hours($1, f.time_zone, e.quiet_from, e.quiet_until) as ends_at
      from help_requests q
      join families f on f.id = q.family_id
      join escalation_plans e on e.family_id = q.family_id
      where q.next_step_at <= $1 and not q.is_urgent and e.quiet_from is not null
        and (q.state = 'ACKNOWLEDGED' or not q.plan -> q.next_step -> 'channels' ? 'push')
      for no key update of q skip locked
    ) as quiet
    where r.family_id = quiet.family_id and r.id = quiet.id and r.next_step_at <= $1 and quiet.ends_at > $1`,
};

/** A request whose next step is due, as it was before that step. */
interface DueRequest extends RequestKey {
  readonly asked_by: number;
  readonly state: HelpRequestState;
  readonly step: PlannedStep;
  /** The people who got a text or an e-mail since the plan began. */
  readonly written_to: readonly number[];
  readonly seen_by: readonly number[];
}

/** Moves requests whose next step is due to the step after it, each on one server. */
async function claimRequests(trx: Db, now: Date): Promise<DueRequest[]> {
  const { rows } = await sql<DueRequest>`
    with due as materialized (
      select *, plan -> next_step as step from help_requests
      where next_step_at <= ${now} and state <> 'ACKNOWLEDGED'
      order by next_step_at limit ${batchSize} for no key update skip locked
    ), claimed as (
      update help_requests r set next_step = d.next_step + 1,
        next_step_at = d.plan_began_at + make_interval(secs => (d.plan -> (d.next_step + 1) ->> 'after')::integer)
      from due d where r.family_id = d.family_id and r.id = d.id
    )
    select family_id, id, asked_by, state, step,
      array(
        select distinct e.person_id from help_deliveries e
        where e.family_id = due.family_id and e.help_request_id = due.id
          and e.about = 'ASKED' and e.channel <> 'push' and e.created_at >= due.plan_began_at
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

// The offset makes PostgreSQL look up the channels of each person instead of reading those of all people.
const channelsOf = (person: string): string =>
  `(select channel from ways_to_people where person_id = ${person} offset 0)`;

/** The helpers of these families with the channels that reach them, the first contact of each family first. */
async function findHelpers(trx: Db, familyIds: readonly number[]): Promise<Map<number, Helper[]>> {
  const { rows } = await sql<Helper>`
    select m.family_id, m.person_id, array${sql.raw(channelsOf("m.person_id"))} as channels
    from unnest(${familyIds}::integer[]) as families (id)
    cross join lateral (select * from memberships where family_id = families.id and role <> 'grandparent' offset 0) m
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
  const { family_id, id, asked_by, state, step } = request;
  if (step.unlessSeen && state === "SEEN") return [];
  const helpers = familyHelpers.filter(({ person_id }) => person_id !== asked_by);
  const asked = step.whom === "everyone" ? helpers : helpers.slice(0, 1);
  return asked.flatMap(({ person_id, channels }) =>
    step.channels
      .filter((channel) => channels.includes(channel))
      .map((channel) => ({ family_id, id, person_id, channel })),
  );
}

/** The people who are written to for the first time after somebody else was, or after somebody else has seen the request. */
function escalatedTo({ state, written_to, seen_by }: DueRequest, asks: readonly Ask[]): Set<number> {
  const isEscalation = (person: number) =>
    !written_to.includes(person) &&
    (written_to.length > 0 || (state === "SEEN" && !seen_by.includes(person)));
  const written = asks.filter(({ channel }) => channel !== "push").map(({ person_id }) => person_id);
  return new Set(written.filter(isEscalation));
}

async function insertDeliveries(trx: Db, asks: readonly Ask[], now: Date): Promise<void> {
  const familyIds = asks.map(({ family_id }) => family_id);
  const ids = asks.map(({ id }) => id);
  const personIds = asks.map(({ person_id }) => person_id);
  const channels = asks.map(({ channel }) => channel);
  await sql`
    insert into help_deliveries (family_id, help_request_id, person_id, channel, about, created_at, due_at)
    select *, 'ASKED', ${now}::timestamptz, ${now}::timestamptz
    from unnest(${familyIds}::integer[], ${ids}::integer[], ${personIds}::integer[], ${channels}::text[])
    ${sql.raw(atOnce)}`.execute(trx);
}

/** Claims a batch of steps and asks the people that they name. The person who asked learns who else is asked now. */
async function claimSteps(trx: Db, now: Date): Promise<RequestKey[]> {
  const claimed = await claimRequests(trx, now);
  if (claimed.length === 0) return [];
  const helpers = await findHelpers(trx, [...new Set(claimed.map(({ family_id }) => family_id))]);
  const asked = claimed.map((request) => ({
    request,
    asks: asksOf(request, helpers.get(request.family_id) ?? []),
  }));
  await insertDeliveries(
    trx,
    asked.flatMap(({ asks }) => asks),
    now,
  );
  const escalated = asked.flatMap(({ request: { family_id, id, ...rest }, asks }) =>
    [...escalatedTo({ family_id, id, ...rest }, asks)].map((actor) => ({ family_id, id, actor })),
  );
  await transition(trx, { requests: escalated, to: "ESCALATED", at: now });
  return claimed;
}

const remindHelpers = {
  name: "remind-helpers",
  text: `with due as (
    select family_id, id, helper_id from help_requests
    where next_step_at <= $1 and state = 'ACKNOWLEDGED'
    order by next_step_at limit ${batchSize} for no key update skip locked
  ), moved as (
    update help_requests r set next_step_at = null from due d where r.family_id = d.family_id and r.id = d.id
  )
  insert into help_deliveries (family_id, help_request_id, person_id, channel, about, created_at, due_at)
  select d.family_id, d.id, d.helper_id, c.channel, 'REMINDED', $1, $1
  from due d cross join lateral ${channelsOf("d.helper_id")} c
  ${atOnce}`,
};

/** Claims every step that is due, and returns the requests. */
export async function claimDueSteps({ kysely, write }: Database, now: Date): Promise<RequestKey[]> {
  const claimed: RequestKey[] = [];
  for (;;) {
    await write(holdBack, [now]);
    await write(remindHelpers, [now]);
    const batch = await kysely.transaction().execute((trx) => claimSteps(trx, now));
    if (batch.length === 0) return claimed;
    claimed.push(...batch);
  }
}

// Four attempts fail before a request is called unreachable. The attempts continue after that.
const isStillPossible = sql`d.state in ('HANDED_OVER', 'REACHED') or (d.state = 'WAITING' and d.attempts < 4)`;

/** Finds and locks those of these requests that everyone was asked about, by more than a push, and that reached nobody. */
async function lockUnreachable(trx: Db, requests: readonly RequestKey[]) {
  const familyIds = requests.map(({ family_id }) => family_id);
  const ids = requests.map(({ id }) => id);
  const { rows } = await sql<RequestKey & { actor: null }>`
    select r.family_id, r.id, null as actor from help_requests r
    where (r.family_id, r.id) in (select * from unnest(${familyIds}::integer[], ${ids}::integer[]))
      and r.closed_at is null
      and exists (
        select from jsonb_array_elements(r.plan) with ordinality as planned (step, place)
        where place <= r.next_step and step ->> 'whom' = 'everyone' and not step -> 'channels' ? 'push'
      )
      and not exists (
        select from help_request_receipts t
        where t.family_id = r.family_id and t.help_request_id = r.id and t.state in ('REACHED', 'SEEN')
      )
      and (r.next_step_at is null or not exists (
        select from help_deliveries d
        where d.family_id = r.family_id and d.help_request_id = r.id and d.about = 'ASKED' and (${isStillPossible})
      ))
    order by r.family_id, r.id for no key update of r`.execute(trx);
  return rows;
}

/** Marks those of these requests that cannot reach anybody. */
export async function markUnreachable(
  { kysely }: Database,
  requests: readonly RequestKey[],
  now: Date,
): Promise<void> {
  if (requests.length === 0) return;
  await kysely.transaction().execute(async (trx) => {
    const unreachable = await lockUnreachable(trx, requests);
    await transition(trx, { requests: unreachable, to: "UNREACHABLE", at: now });
  });
}
