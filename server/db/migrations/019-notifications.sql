-- Browsers that are told by push, each until its session ends.
create table push_subscriptions (
  id integer generated always as identity primary key,
  person_id integer not null references people on delete cascade,
  session_id integer not null references sessions on delete cascade,
  endpoint text not null unique,
  -- The browser's public key and secret: without the server's key they are good for nothing.
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null,
  proven_at timestamptz
);
create index on push_subscriptions (person_id);
create index on push_subscriptions (session_id);

alter table sandbox_messages
  drop constraint sandbox_messages_channel_check,
  add check (channel in ('sms', 'email', 'push'));
