-- The messages that the sandbox would have sent. It stays empty in production.
create table sandbox_messages (
  id bigint generated always as identity primary key,
  channel text not null,
  recipient text not null,
  subject text,
  text text not null,
  sent_at timestamptz not null
);
