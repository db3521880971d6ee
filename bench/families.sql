-- Seeds families of seven, each with a typical day of a busy family. Person n's token is "bench-n".
insert into families (name, time_zone, country, created_at)
select 'The Reyes family', 'America/New_York', 'US', now() from generate_series(1, current_setting('bench.families')::integer);

insert into people (username, grandparent_names, phone_number, created_at, named_at)
select 'Person ' || n, 'Grandma and Grandpa', '+1614' || (5550000 + n), now(), now() from generate_series(1, 7 * current_setting('bench.families')::integer) as n;

-- In each family the first person is the grandmother and the second is the admin.
insert into memberships (family_id, person_id, role, joined_at)
select (n - 1) / 7 + 1, n, case n % 7 when 1 then 'grandparent' when 2 then 'admin' else 'child' end, now()
from generate_series(1, 7 * current_setting('bench.families')::integer) as n;

insert into sessions (token_hash, person_id, family_id, device, created_at, last_used_at, expires_at)
select sha256(convert_to('bench-' || n, 'UTF8')), n, (n - 1) / 7 + 1, 'Chrome on Android', now(), now(), now() + interval '30 days'
from generate_series(1, 7 * current_setting('bench.families')::integer) as n;

insert into manual_events (family_id, title, starts_on_clock, ends_on_clock, location)
select f, 'Lunch with the neighbors', today + hour * interval '1 hour', today + (hour + 1) * interval '1 hour', 'At home'
from generate_series(1, current_setting('bench.families')::integer) as f, generate_series(9, 17, 4) as hour,
  lateral (select (now() at time zone 'America/New_York')::date::timestamp as today) as days;

insert into puzzles (family_id, question, options, correct_answer, created_at)
select f, 'Which of these is the largest ocean?', array['Atlantic', 'Indian', 'Arctic', 'Pacific'], 'Pacific', now()
from generate_series(1, current_setting('bench.families')::integer) as f;

insert into local_events (family_id, title, starts_on_clock, location, description)
select f, 'Farmers market', now() + day * interval '1 day', 'Town square', 'Fresh vegetables, bread and music.'
from generate_series(1, current_setting('bench.families')::integer) as f, generate_series(2, 6, 2) as day;

insert into help_requests (family_id, asked_by, idempotency_key, phrase, phrase_id, category_id, state, asked_at)
select f, (f - 1) * 7 + 1, 'bench', 'My TV isn''t working.', 101, 1, 'ACCEPTED', now() from generate_series(1, current_setting('bench.families')::integer) as f;

insert into help_request_receipts (family_id, help_request_id, state, person_id, at)
select family_id, id, seen.state, person_id, now()
from help_requests,
  lateral (values ('ACCEPTED', null), ('REACHED', asked_by + 1), ('SEEN', asked_by + 2)) as seen (state, person_id);

analyze;
