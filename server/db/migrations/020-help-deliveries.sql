-- How a family is asked; without a row, as the product proposes it. The steps are read and written only as a whole.
create table escalation_plans (
  family_id integer primary key references families,
  steps jsonb not null check (jsonb_typeof(steps) = 'array'),
  first_contact_id integer,
  quiet_from time,
  quiet_until time,
  foreign key (family_id, first_contact_id) references memberships (family_id, person_id)
    on delete set null (first_contact_id),
  check ((quiet_from is null) = (quiet_until is null)),
  check (quiet_from <> quiet_until)
);

alter table help_requests
  add column is_urgent boolean not null default false,
  -- The plan as it stood when the asking began, what of it comes next, and when. Once somebody helps: when to ask them how it goes.
  add column plan jsonb not null default '[]',
  add column plan_began_at timestamptz,
  add column next_step integer not null default 0,
  add column next_step_at timestamptz,
  add check (next_step_at is null or closed_at is null);
create index on help_requests (next_step_at) where next_step_at is not null;

-- "Not yet": what the family said was done is open again.
insert into help_request_transitions (from_state, to_state) values ('RESOLVED', 'ACCEPTED');

-- One message to one person by one way. Waiting ones are taken under a lease; whoever takes one and dies leaves it to others.
create table help_deliveries (
  family_id integer not null,
  id integer generated always as identity,
  help_request_id integer not null,
  person_id integer not null,
  channel text not null check (channel in ('push', 'sms', 'email')),
  -- Asked whether they help, told what became of it, or, having said yes, asked how it goes.
  about text not null check (about in ('ASKED', 'ACKNOWLEDGED', 'RESOLVED', 'CANCELLED', 'REMINDED')),
  state text not null default 'WAITING' check (state in ('WAITING', 'HANDED_OVER', 'REACHED', 'FAILED', 'STOPPED')),
  created_at timestamptz not null,
  due_at timestamptz not null,
  lease_until timestamptz check (lease_until is null or state = 'WAITING'),
  attempts integer not null default 0,
  provider_id text,
  primary key (family_id, id),
  foreign key (family_id, help_request_id) references help_requests (family_id, id),
  foreign key (family_id, person_id) references participants (family_id, person_id)
);
-- The same is never waiting twice.
create unique index on help_deliveries (family_id, help_request_id, person_id, channel, about)
  where state = 'WAITING';
create index on help_deliveries (due_at) where state = 'WAITING';
create index on help_deliveries (family_id, help_request_id);
create index on help_deliveries (person_id) where channel = 'sms';

-- By which ways a person can be told something, the best one first.
create view ways_to_people as
  select distinct person_id, 'push' as channel, 1 as place from push_subscriptions
  union all
  select id, 'sms', 2 from people where phone_number is not null
  union all
  select id, 'email', 3 from people where email is not null;

-- When the quiet hours end in which this instant lies; null where it lies in none.
create function end_of_quiet_hours(at timestamptz, zone text, quiet_from time, quiet_until time)
returns timestamptz language sql stable as $$
  select (clock::date + (quiet_from > quiet_until and clock::time >= quiet_from)::integer + quiet_until)
    at time zone zone
  from (select at at time zone zone as clock) as here
  where case when quiet_from < quiet_until then clock::time >= quiet_from and clock::time < quiet_until
    else clock::time >= quiet_from or clock::time < quiet_until end
$$;
