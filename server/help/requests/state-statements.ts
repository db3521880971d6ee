// All statements that write the states and the receipts of help requests. Those that change a state are lists of the CTEs
// above them. The table help_request_transitions lists all allowed changes.
import { publishing } from "#server/live/publish.ts";
import { enqueueing } from "#server/messages/outbox.ts";
import { helpMessage, wakingWorkers } from "./help-message.ts";
import { requestsFrom } from "./requests.ts";

// The parameters of every change of state: $1 to $3 are the families, ids and actors of the requests, one array each. $4
// is the new state, and $5 the time.
const wanted = `wanted as (
    select * from unnest($1::integer[], $2::bigint[], $3::integer[]) as wanted (family_id, id, actor)
  )`;

// A person can be reached, or see a request, after the state has moved on. The receipt is stored all the same, once for each
// person. $6 has the states of the receipts.
const addedReceipts = `added_receipts as (
    insert into help_request_receipts (family_id, help_request_id, person_id, at, state)
    select family_id, id, actor, $5, state from wanted cross join unnest($6::text[]) as state
    on conflict do nothing
    returning family_id, help_request_id
  )`;

const hasAddedReceipt = `exists (
      select from added_receipts a where (a.family_id, a.help_request_id) = (r.family_id, r.id)
    )`;

// A request that is open again starts its plan over; an urgent one starts five minutes into it. A helper is asked after an
// hour how it is going. The allowed states are an array instead of a join, so that an update that had to wait sees the
// state that the other update left.
const changedIf = (condition: string): string => `changed as (
    update help_requests r set state = $4,
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
    where r.family_id = wanted.family_id and r.id = wanted.id
      and r.state = any (array(select from_state from help_request_transitions where to_state = $4))
      and ${condition}
    returning r.family_id, r.id
  )`;

const changed = changedIf("true");

// Several people can be asked in turn, so the receipt of an ESCALATED request does not depend on a change.
const receipts = `receipts as (
    insert into help_request_receipts (family_id, help_request_id, person_id, at, state)
    select family_id, id, actor, $5, $4 from wanted
    where $4 = 'ESCALATED' or (family_id, id) in (select family_id, id from changed)
    on conflict do nothing
    returning family_id
  )`;

// A promise to call or come ends with the state in which it was made.
const endedPromises = `ended_promises as (
    update help_promises p set ended_at = $5 from changed c
    where p.family_id = c.family_id and p.help_request_id = c.id and p.ended_at is null
  )`;

const followUps = `follow_ups as (
    ${enqueueing(
      helpMessage,
      `select distinct d.family_id, d.subject_id, d.person_id, d.channel, $4 as about, $5::timestamptz as at
      from wanted w
      join changed c on c.family_id = w.family_id and c.id = w.id
      join messages d on d.kind = '${helpMessage.name}' and d.subject_id = c.id
      join memberships m on m.family_id = d.family_id and m.person_id = d.person_id
      where d.about = 'ASKED' and d.person_id <> w.actor
        and (d.state in ('ACCEPTED', 'ARRIVED') or d.lease_until > $5::timestamptz)
        and not exists (
          select from help_request_receipts t
          where t.family_id = c.family_id and t.help_request_id = c.id and t.state = 'ACKNOWLEDGED'
        )`,
    )}
  )`;

const stoppedMessages = `stopped_messages as (
    update messages set state = 'STOPPED', lease_until = null
    where kind = '${helpMessage.name}' and subject_id in (select id from changed)
      and about in ('ASKED', 'REMINDED') and state = 'WAITING'
  )`;

const publishingRequests = publishing("familyId", "family_id", "help-requests");

/** Changes the states that may change, and adds their receipts. */
export const changeStates = `with ${wanted}, ${changed}, ${receipts}, ${endedPromises}
  select ${publishingRequests} from (select family_id from changed union select family_id from receipts) as families`;

/** Does the same, and also stops asking: the people who were asked get a follow-up on the same channels. */
export const changeStatesAndStopAsking = {
  name: "change-help-request",
  text: `with ${wanted}, ${changed}, ${receipts}, ${endedPromises}, ${followUps}, ${stoppedMessages}
  select ${publishingRequests}, ${wakingWorkers} from changed`,
};

/** Adds receipts, and changes only the states of requests whose receipt is new. */
export const addReceipts = `with ${wanted}, ${addedReceipts}, ${changedIf(hasAddedReceipt)}
  select ${publishingRequests} from (select distinct family_id from added_receipts) as families`;

/**
 * Stores a new request and answers it, or stores nothing. It returns no row when the hourly limit ($10) is reached or the key ($3) was used
 * before. From the sixth request in a minute on, requests wait for the next quarter of a minute and leave as one
 * message. The plan of an urgent request begins five minutes in, as in a change of state.
 */
export const storeRequest = {
  name: "store-help-request",
  text: `with beginning as (
    select case when exists (
      select from memberships where family_id = $1 and person_id <> $2 and role <> 'grandparent'
    ) then 'ACCEPTED' else 'UNREACHABLE' end as state, case when (
      select count(*) from help_requests
      where family_id = $1 and asked_by = $2 and asked_at > $4::timestamptz - interval '1 minute' and asked_at <= $4::timestamptz
    ) < 5 then $4::timestamptz
      else date_bin('15 seconds', $4::timestamptz, timestamptz 'epoch') + interval '15 seconds' end
      - case when $8::boolean then interval '5 minutes' else interval '0' end as plan_began_at
    where lock_and_count_help_requests($1, $2, $4::timestamptz - interval '1 hour') < $10
  ), stored as (
    insert into help_requests (family_id, asked_by, idempotency_key, asked_at, phrase, phrase_id, category_id, state,
      is_urgent, plan, plan_began_at, next_step_at)
    select $1::integer, $2::integer, $3::text, $4::timestamptz, $5::text, $6::integer, $7::integer, state,
      $8::boolean, $9::jsonb, plan_began_at,
      plan_began_at + make_interval(secs => ($9::jsonb -> 0 ->> 'after')::integer)
    from beginning
    on conflict (family_id, asked_by, idempotency_key) do nothing
    returning *
  ), first_receipts as (
    insert into help_request_receipts (family_id, help_request_id, at, state)
    select family_id, id, asked_at, 'ACCEPTED' from stored
    union all
    select family_id, id, asked_at, state from stored where state <> 'ACCEPTED'
    returning *
  ), answer as (
    ${requestsFrom("stored", "first_receipts")}
  )
  select (select to_json(answer) from answer) as request, ${publishingRequests}, ${wakingWorkers} from stored`,
};
