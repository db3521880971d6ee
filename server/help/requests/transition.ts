// The only code that writes the state and the receipts of help requests. The table help_request_transitions lists all
// allowed changes.
import { CompiledQuery, sql } from "kysely";
import type { HelpRequestState } from "#contract/help/request-state.ts";
import type { Db } from "#server/db/schema.ts";
import { publishing } from "#server/live/publish.ts";
import type { World } from "#server/world.ts";

export interface RequestKey {
  readonly family_id: number;
  readonly id: number;
}

/** Many requests can change to the same state at once, each by a different actor. */
export interface Transition {
  readonly requests: readonly (RequestKey & { readonly actor: number | null })[];
  readonly to: HelpRequestState;
  readonly at: Date;
}

// The columns that belong to a state. A request that is open again starts its plan over; an urgent one starts five minutes
// into it. A helper is asked after an hour how it is going.
const setState = `update help_requests r set state = $4,
    helper_id = case $4 when 'ACKNOWLEDGED' then wanted.actor when 'ACCEPTED' then null else r.helper_id end,
    closed_at = case when $4 in ('RESOLVED', 'CANCELLED') then $5::timestamptz end,
    plan_began_at = case when $4 <> 'ACCEPTED' then r.plan_began_at
      when r.is_urgent then $5::timestamptz - interval '5 minutes' else $5::timestamptz end,
    next_step = case $4 when 'ACCEPTED' then 0 else r.next_step end,
    next_step_at = case when $4 = 'ACCEPTED' then $5::timestamptz
      when $4 = 'ACKNOWLEDGED' then $5::timestamptz + interval '60 minutes'
      when $4 not in ('RESOLVED', 'CANCELLED') then r.next_step_at end,
    handed_on_by = case when $4 not in ('ACKNOWLEDGED', 'RESOLVED', 'CANCELLED') then r.handed_on_by end,
    handed_on_at = case when $4 not in ('ACKNOWLEDGED', 'RESOLVED', 'CANCELLED') then r.handed_on_at end
  from wanted
  where r.family_id = wanted.family_id and r.id = wanted.id`;

// An array instead of a join makes an update that had to wait see the state that the other update left.
const isAllowed =
  "r.state = any (array(select from_state from help_request_transitions where to_state = $4))";

const wanted =
  "wanted as (select * from unnest($1::integer[], $2::bigint[], $3::integer[]) as wanted (family_id, id, actor))";

/**
 * The CTEs of every transition, for statements that do more in the same round trip: `changed` has the requests that changed.
 * A promise to call or come ends with the state in which it was made.
 * Several people can be asked in turn, so the receipt of an ESCALATED request does not depend on a change.
 */
export const transitionCtes = `${wanted}, changed as (
    ${setState} and ${isAllowed}
    returning r.family_id, r.id
  ), receipts as (
    insert into help_request_receipts (family_id, help_request_id, person_id, at, state)
    select family_id, id, actor, $5, $4 from wanted
    where $4 = 'ESCALATED' or (family_id, id) in (select family_id, id from changed)
    on conflict do nothing
    returning family_id
  ), ended_promises as (
    update help_promises p set ended_at = $5 from changed c
    where p.family_id = c.family_id and p.help_request_id = c.id and p.ended_at is null
  )`;

/** The families and the ids of these requests, as two parameters for `unnest`. */
export const columnsOf = (requests: readonly RequestKey[]): [families: number[], ids: number[]] => [
  requests.map(({ family_id }) => family_id),
  requests.map(({ id }) => id),
];

/** The parameters $1 to $5 of `transitionCtes`. */
export const transitionValues = ({ requests, to, at }: Transition): unknown[] => [
  ...columnsOf(requests),
  requests.map(({ actor }) => actor),
  to,
  at,
];

const transitionText = `with ${transitionCtes}
  select ${publishing("familyId", "family_id", "help-requests")}
  from (select family_id from changed union select family_id from receipts) as families`;

/**
 * Changes the state of those requests that may take it, adds their receipts and publishes. A transaction that changes several
 * requests locks them first, in the order of their keys.
 */
export async function transition(trx: Db, change: Transition): Promise<void> {
  if (change.requests.length === 0) return;
  await trx.executeQuery(CompiledQuery.raw(transitionText, transitionValues(change)));
}

// A person can be reached, or see a request, after the state has moved on. The receipt is stored all the same, once for each
// person, and the state follows only a new receipt.
const storeReceipts = `with ${wanted}, added as (
    insert into help_request_receipts (family_id, help_request_id, person_id, at, state)
    select family_id, id, actor, $5, state from wanted cross join unnest($6::text[]) as state
    on conflict do nothing
    returning family_id, help_request_id
  ), changed as (
    ${setState} and ${isAllowed}
      and exists (select from added where (added.family_id, added.help_request_id) = (r.family_id, r.id))
  )
  select ${publishing("familyId", "family_id", "help-requests")} from (select distinct family_id from added) as families`;

/** Locks requests in the order of their keys, so that two transactions never wait for each other. */
export async function lockRequests(trx: Db, requests: readonly RequestKey[]): Promise<void> {
  const [families, ids] = columnsOf(requests);
  await sql`select from help_requests
    where (family_id, id) in (select * from unnest(${families}::integer[], ${ids}::bigint[]))
    order by family_id, id for no key update`.execute(trx);
}

/**
 * Adds receipts of one person for each of these requests, which take the last of these states if that is new and allowed.
 * Locking them in the order of their keys keeps two devices from waiting for each other. The time is read under the lock:
 * of two receipts that arrive together, the one that is stored first is the earlier one.
 */
export async function recordReceipts(
  { database, clock }: Pick<World, "database" | "clock">,
  requests: Transition["requests"],
  states: readonly HelpRequestState[],
): Promise<void> {
  const to = states.at(-1);
  if (!to || requests.length === 0) return;
  await database.kysely.transaction().execute(async (trx) => {
    await lockRequests(trx, requests);
    const values = transitionValues({ requests, to, at: clock.now() });
    await trx.executeQuery(CompiledQuery.raw(storeReceipts, [...values, states]));
  });
}

/** CTEs that store a new request from the columns of `draft`, with its first receipts. No row means that it exists. */
export const storeRequestCtes = `stored as (
    insert into help_requests (family_id, asked_by, idempotency_key, asked_at, phrase, phrase_id, category_id, state,
      is_urgent, plan, plan_began_at, next_step_at)
    select family_id, asked_by, idempotency_key, asked_at, phrase, phrase_id, category_id, state,
      is_urgent, plan, plan_began_at, next_step_at
    from draft
    on conflict (family_id, asked_by, idempotency_key) do nothing
    returning *
  ), receipts as (
    insert into help_request_receipts (family_id, help_request_id, at, state)
    select family_id, id, asked_at, 'ACCEPTED' from stored
    union all
    select family_id, id, asked_at, state from stored where state <> 'ACCEPTED'
    returning *
  )`;
