-- Adds a year to the families of families.sql: each week a help request with a reply, two events and two changes that the activity
-- log keeps; every other day a hello, of which those of the last 90 days are left, and a fifth of the earlier ones that are loved.
-- Messages of the last 90 days are left, too.
create temporary table weeks as
select f.id as family_id, (f.id - 1) * 7 as people, week, now() - week * interval '7 days' as at
from families f, generate_series(1, 52) as week;

insert into help_requests (family_id, asked_by, idempotency_key, phrase, phrase_id, category_id, state, helper_id, asked_at, closed_at, plan)
select family_id, people + 1, 'week ' || week, 'My TV isn''t working.', 101, 1, 'RESOLVED', people + 2, at, at + interval '1 hour',
  '[{"after": 0, "target": "everyone", "channels": ["push"]}, {"after": 120, "target": "everyone", "channels": ["sms"]}]'
from weeks;

insert into help_request_receipts (family_id, help_request_id, state, person_id, at)
select r.family_id, r.id, seen.state, seen.person_id, r.asked_at + seen.after
from help_requests r,
  lateral (values ('ACCEPTED', null, interval '0'), ('REACHED', asked_by + 1, interval '2 s'),
    ('REACHED', asked_by + 2, interval '3 s'), ('SEEN', asked_by + 1, interval '1 min'),
    ('ACKNOWLEDGED', asked_by + 1, interval '2 min'), ('RESOLVED', asked_by, interval '1 hour')) as seen (state, person_id, after)
where r.state = 'RESOLVED';

insert into help_replies (family_id, help_request_id, person_id, idempotency_key, words, at)
select family_id, id, helper_id, 'reply', 'Please press the red button twice, and tell me what you see.', asked_at + interval '3 minutes'
from help_requests where state = 'RESOLVED';

insert into messages (kind, about, subject_id, family_id, person_id, channel, is_urgent, state, created_at, due_at, attempts, provider_id)
select 'help', told.about, r.id, r.family_id, r.asked_by + told.place, told.channel, true, told.state, r.asked_at, r.asked_at, 1,
  'SM' || md5(r.id || told.channel)
from help_requests r, lateral (
  select about, place, channel, case channel when 'push' then 'ARRIVED' else 'ACCEPTED' end as state
  from unnest(array['ASKED', 'RESOLVED']) as about, generate_series(1, 3) as place, unnest(array['push', 'sms']) as channel
) as told
where r.state = 'RESOLVED' and r.asked_at > now() - interval '90 days';

insert into manual_events (family_id, title, starts_on_clock, ends_on_clock, location, category)
select family_id, 'Doctor''s appointment', date_trunc('day', at) + hour * interval '1 hour', date_trunc('day', at) + (hour + 1) * interval '1 hour',
  'Main Street 12', 'appointment'
from weeks, unnest(array[9, 15]) as hour;

insert into activity (family_id, person_id, person_name, kind, details, at)
select family_id, people + 2, 'Person 2', 'event-added', '{"title": "Doctor''s appointment"}', at + place * interval '1 hour'
from weeks, generate_series(1, 2) as place;

insert into hellos (family_id, given_by, idempotency_key, at, caption, check_at)
select f.id, (f.id - 1) * 7 + 3, 'hello ' || day, at, 'From the garden', case when at > now() - interval '90 days' then at + interval '90 days' end
from families f, generate_series(0, 364, 2) as day, lateral (select now() - day * interval '1 day' as at)
where at > now() - interval '90 days' or day % 5 = 0;

-- Small files stand in for pictures: one for a tablet's column and one for the whole screen.
create temporary table hello_files as
select family_id, id as hello_id, nextval('media_id_seq') as small_id, nextval('media_id_seq') as large_id from hellos;
insert into media (id, family_id, bytes, size) overriding system value
select media_id, family_id, sha512(convert_to(media_id::text, 'UTF8')), 64
from hello_files, lateral unnest(array[small_id, large_id]) as media_id;
insert into hello_pictures (family_id, hello_id, place, width, height, small_id, large_id)
select family_id, hello_id, 0, 1600, 1200, small_id, large_id from hello_files;
