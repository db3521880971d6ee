// Turns the plan steps that are due into deliveries, one for each person and channel that can be reached now.
import type { Database } from "#server/db/connect.ts";
import { notifyingEach } from "#server/live/publish.ts";
import { mayBecome } from "../requests.ts";
import { atOnce } from "./deliveries.ts";

export interface Place {
  family_id: number;
  id: number;
}

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

const earlierText = `from help_deliveries e where e.family_id = a.family_id and e.help_request_id = a.help_request_id
      and e.about = 'ASKED' and e.channel <> 'push' and e.created_at >= a.plan_began_at`;

// Whoever is written to after somebody else was, or has seen it: the one who asked is told so.
const takeSteps = {
  name: "take-help-steps",
  text: `with due as materialized (
    select *, plan -> next_step as step from help_requests
    where next_step_at <= $1 and state <> 'ACKNOWLEDGED'
    order by next_step_at limit 50 for no key update skip locked
  ), helpers as (
    select d.family_id, d.id as help_request_id, m.person_id, d.step, d.plan_began_at, d.state,
      row_number() over (
        partition by d.family_id, d.id
        order by (m.person_id = e.first_contact_id) desc nulls last, m.role = 'admin' desc, m.joined_at, m.person_id
      ) as place
    from due d
    join memberships m on m.family_id = d.family_id and m.role <> 'grandparent' and m.person_id <> d.asked_by
    left join escalation_plans e on e.family_id = d.family_id
    where not (d.state = 'SEEN' and coalesce((d.step ->> 'unlessSeen')::boolean, false))
  ), wanted as (
    select h.*, w.channel from helpers h
    join ways_to_people w on w.person_id = h.person_id and h.step -> 'channels' ? w.channel
    where h.step ->> 'whom' = 'everyone' or h.place = 1
  ), asked as (
    insert into help_deliveries (family_id, help_request_id, person_id, channel, about, created_at, due_at)
    select family_id, help_request_id, person_id, channel, 'ASKED', $1, $1 from wanted
    ${atOnce}
  ), newly as (
    select distinct a.family_id, a.help_request_id, a.person_id from wanted a
    where a.channel <> 'push' and not exists (select ${earlierText} and e.person_id = a.person_id)
      and (exists (select ${earlierText}) or a.state = 'SEEN' and not exists (
        select from help_request_receipts t where t.family_id = a.family_id
          and t.help_request_id = a.help_request_id and t.state = 'SEEN' and t.person_id = a.person_id
      ))
  ), moved as (
    update help_requests r set next_step = d.next_step + 1,
      next_step_at = d.plan_began_at + make_interval(secs => (d.plan -> (d.next_step + 1) ->> 'after')::integer),
      state = case when exists (select from newly n where n.family_id = d.family_id and n.help_request_id = d.id)
        and d.${mayBecome("'ESCALATED'")} then 'ESCALATED' else d.state end
    from due d where r.family_id = d.family_id and r.id = d.id
  ), receipts as (
    insert into help_request_receipts (family_id, help_request_id, person_id, at, state)
    select family_id, help_request_id, person_id, $1, 'ESCALATED' from newly
    on conflict do nothing
  ), told as (
    select ${notifyingEach("family_id", "help-requests")}
    from (select distinct family_id from newly) as families
  )
  select family_id, id, (select count(*) from told) as told from due`,
};

const remindHelpers = {
  name: "remind-helpers",
  text: `with due as (
    select family_id, id, helper_id from help_requests
    where next_step_at <= $1 and state = 'ACKNOWLEDGED'
    order by next_step_at limit 50 for no key update skip locked
  ), moved as (
    update help_requests r set next_step_at = null from due d where r.family_id = d.family_id and r.id = d.id
  )
  insert into help_deliveries (family_id, help_request_id, person_id, channel, about, created_at, due_at)
  select d.family_id, d.id, d.helper_id, w.channel, 'REMINDED', $1, $1
  from due d join ways_to_people w on w.person_id = d.helper_id
  ${atOnce}`,
};

/** Claims every step that is due, each on one server, and returns the requests. */
export async function takeDueSteps(database: Database, now: Date): Promise<Place[]> {
  const taken: Place[] = [];
  for (;;) {
    await database.write(holdBack, [now]);
    await database.write(remindHelpers, [now]);
    const places = await database.write<Place>(takeSteps, [now]);
    if (places.length === 0) return taken;
    taken.push(...places);
  }
}

// Four attempts fail before a request is called unreachable. The attempts continue after that.
const stillHoped = `d.state in ('HANDED_OVER', 'REACHED') or (d.state = 'WAITING' and d.attempts < 4)`;

const giveUp = {
  name: "give-up-help-requests",
  text: `with hopeless as materialized (
    select r.family_id, r.id from help_requests r
    where (r.family_id, r.id) in (select * from unnest($1::integer[], $2::integer[])) and r.closed_at is null
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
        where d.family_id = r.family_id and d.help_request_id = r.id and d.about = 'ASKED' and (${stillHoped})
      ))
    order by r.family_id, r.id for no key update of r
  ), changed as (
    update help_requests r set state = 'UNREACHABLE' from hopeless h
    where r.family_id = h.family_id and r.id = h.id and r.${mayBecome("'UNREACHABLE'")}
    returning r.family_id, r.id
  ), receipts as (
    insert into help_request_receipts (family_id, help_request_id, at, state)
    select family_id, id, $3, 'UNREACHABLE' from changed
    on conflict do nothing
  )
  select ${notifyingEach("family_id", "help-requests")} from changed`,
};

/** Marks those of these requests that cannot reach anybody. */
export async function sayUnreachable(database: Database, places: readonly Place[], now: Date): Promise<void> {
  if (places.length === 0) return;
  const columns = [places.map(({ family_id }) => family_id), places.map(({ id }) => id)];
  await database.write(giveUp, [...columns, now]);
}
