// Updates open requests when the members of a family change, so that none is lost.
import { sql } from "kysely";
import type { Db } from "#server/db/schema.ts";
import { wake } from "./delivery/wake.ts";

/** Reopens the requests that this person had acknowledged, restarts their plans, and removes the acknowledgement. */
export async function releaseRequests(db: Db, familyId: number, personId: number, now: Date): Promise<void> {
  await sql`
    with stopped as (
      update help_deliveries set state = 'STOPPED', lease_until = null
      where family_id = ${familyId} and person_id = ${personId} and state = 'WAITING'
    ), woken as (
      select ${sql.raw(wake)}
    ), released as (
      update help_requests set state = 'ACCEPTED', helper_id = null,
        plan_began_at = ${now}, next_step = 0, next_step_at = ${now}
      where family_id = ${familyId} and helper_id = ${personId} and state = 'ACKNOWLEDGED'
      returning id
    )
    delete from help_request_receipts t using released r, woken
    where t.family_id = ${familyId} and t.help_request_id = r.id
      and t.state = 'ACKNOWLEDGED' and t.person_id = ${personId}`.execute(db);
}

/** Sets the state of each open, unacknowledged request from the receipts of the people who are still members. */
export async function reviewOpenRequests(db: Db, familyId: number, now: Date): Promise<void> {
  await sql`
    with helper as (
      select person_id from memberships where family_id = ${familyId} and role <> 'grandparent'
    ), news as (
      select r.id, case
        when not exists (select from helper where person_id <> r.asked_by) then 'UNREACHABLE'
        when r.state = 'ACCEPTED' then (
          select t.state from help_request_receipts t join helper h on h.person_id = t.person_id
          where t.family_id = r.family_id and t.help_request_id = r.id and t.state in ('REACHED', 'SEEN')
          order by t.state desc limit 1
        ) end as state
      from help_requests r
      where r.family_id = ${familyId} and r.closed_at is null and r.state not in ('ACKNOWLEDGED', 'UNREACHABLE')
    ), changed as (
      update help_requests r set state = n.state from news n
      where r.family_id = ${familyId} and r.id = n.id and n.state is not null
      returning r.id, r.state
    )
    insert into help_request_receipts (family_id, help_request_id, state, at)
    select ${familyId}, id, state, ${now} from changed where state = 'UNREACHABLE'
    on conflict do nothing`.execute(db);
}
