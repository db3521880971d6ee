-- The outbox: everything that goes out to a person, one row for each recipient and channel.
create table messages (
  id bigint generated always as identity primary key,
  -- What kind of message it is, and what of that kind it says. The kinds are objects in the code of the nouns.
  kind text not null,
  about text not null default '',
  -- The row that it is about, in a table of its kind.
  subject_id bigint,
  family_id integer references families,
  -- Null for somebody who has no account yet.
  person_id integer references people on delete cascade,
  channel text not null,
  -- Null for the addresses of the person's account.
  address text,
  is_urgent boolean not null,
  state text not null default 'WAITING' check (state in ('WAITING', 'ACCEPTED', 'ARRIVED', 'FAILED', 'STOPPED')),
  created_at timestamptz not null,
  due_at timestamptz not null,
  -- Until when a server is sending it; after a failed attempt, when that was.
  lease_until timestamptz check (lease_until is null or state = 'WAITING'),
  attempts integer not null default 0,
  provider_id text
);
-- The same message never waits twice.
create unique index messages_waiting on messages (kind, about, subject_id, person_id, channel)
  nulls not distinct where state = 'WAITING';
create index on messages (is_urgent, due_at, id) where state = 'WAITING';
create index on messages (kind, subject_id);
create index on messages (person_id, channel);
create index on messages (family_id);
create index on messages (created_at) where not is_urgent and state <> 'WAITING';

-- A reminder is what its message says. Each change of it is a message of its own.
alter table reminders drop column due_at, drop column tries,
  add column id bigint generated always as identity unique, add column version integer not null default 1;

drop table reachability_warnings;

-- The channels are objects in the code; the contract says which there are.
alter table reminder_choices drop constraint reminder_choices_channel_check;
alter table sandbox_messages drop constraint sandbox_messages_channel_check;
alter table invitation_messages drop constraint if exists invitation_messages_channel_check;
