-- The outbox: everything that goes out to a person, one row for each recipient and channel.
create table messages (
  id bigint generated always as identity primary key,
  -- The kind of message, and its variant. The kinds are objects in the code of the nouns.
  kind text not null,
  about text not null default '',
  -- The row that it is about, in a table of that noun.
  subject_id bigint,
  family_id integer references families,
  -- Null for somebody who has no account yet.
  person_id integer references people on delete cascade,
  -- The channels are objects in the code, and the contract lists them.
  channel text not null,
  -- Null for the addresses of the person's account.
  address text,
  is_urgent boolean not null,
  state text not null default 'WAITING' check (state in ('WAITING', 'ACCEPTED', 'ARRIVED', 'FAILED', 'STOPPED')),
  created_at timestamptz not null,
  due_at timestamptz not null,
  -- The end of the lease of the server that is sending it; after a failed attempt, the time of that attempt.
  lease_until timestamptz constraint messages_lease_until_check check (lease_until is null or state = 'WAITING'),
  attempts integer not null default 0,
  provider_id text
);
-- The same message never waits twice.
create unique index messages_waiting_key on messages (kind, about, subject_id, person_id, channel)
  nulls not distinct where state = 'WAITING';
create index on messages (is_urgent, channel, due_at, id) where state = 'WAITING';
-- Few messages have failed, and they are searched for whenever a provider is back.
create index on messages (channel, is_urgent desc, due_at, id) where state = 'WAITING' and attempts > 0;
-- The kind alone matches a large part of all messages, so the index covers only those with a subject.
create index on messages (kind, subject_id) where subject_id is not null;
create index on messages (person_id, channel);
create index on messages (family_id);
create index on messages (created_at) where not is_urgent and state <> 'WAITING';
-- The last warnings to the operator.
create index on messages (about, created_at) where kind = 'operator-warning';

-- Browsers that get push messages, each until its session ends.
create table push_subscriptions (
  id bigint generated always as identity primary key,
  person_id integer not null references people on delete cascade,
  session_id bigint not null references sessions on delete cascade,
  endpoint text not null unique,
  -- The browser's public key and secret. They are useless without the server's key.
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null,
  -- The last time that a message is known to have arrived there.
  proven_at timestamptz
);
create index on push_subscriptions (person_id);
create index on push_subscriptions (session_id);

-- What is known about each person's channels. The code that learns something stores it. A new address starts over.
create table contact_methods (
  person_id integer not null references people on delete cascade,
  channel text not null,
  -- When a message was last known to arrive. The columns below say what has happened since.
  proven_at timestamptz,
  -- When the provider said that it will never deliver there, and why.
  refused_at timestamptz,
  refusal text check (refusal in ('unknown', 'full', 'unsubscribed', 'landline', 'blocked', 'gone', 'other')),
  tested_at timestamptz,
  -- The first test that nobody answered.
  unanswered_since timestamptz,
  primary key (person_id, channel),
  constraint contact_methods_refused_at_check check ((refused_at is null) = (refusal is null))
);
