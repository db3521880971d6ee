-- Requests from before there were plans get Porchlight's own, as if it had just begun: nobody asks for them otherwise.
with steps (after, whom, channels, unless_seen) as (
  values (0, 'everyone', '["push"]'::jsonb, false), (60, 'first-contact', '["sms"]', true),
    (180, 'everyone', '["sms", "email"]', false), (9600, 'everyone', '[]', false)
  union all
  select 600 + 900 * time, 'everyone', '["sms", "email"]', false from generate_series(0, 9) as time
), planned as (
  select jsonb_agg(jsonb_build_object(
    'after', after, 'whom', whom, 'channels', channels, 'unlessSeen', unless_seen) order by after) as plan
  from steps
)
update help_requests r set plan = planned.plan, plan_began_at = now(),
  -- Nobody is woken for what was asked longer ago than a message is tried.
  next_step_at = case
    when closed_at is null and asked_at > now() - interval '24 hours'
    then now() + case state when 'ACKNOWLEDGED' then interval '60 minutes' else interval '0' end
  end
from planned
where r.plan = '[]' and (r.closed_at is null or r.closed_at > now() - interval '1 hour');

-- Nothing tries to reach anybody for these any more, and that is what their cards say.
with unheard as (
  update help_requests set state = 'UNREACHABLE'
  where state = 'ACCEPTED' and next_step_at is null and plan_began_at = now()
  returning family_id, id
)
insert into help_request_receipts (family_id, help_request_id, at, state)
select family_id, id, now(), 'UNREACHABLE' from unheard
on conflict do nothing;
