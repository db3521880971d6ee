-- What the sandbox would have sent. Empty for ever in production.
create table sandbox_messages (
  id integer generated always as identity primary key,
  channel text not null check (channel in ('sms', 'email')),
  recipient text not null,
  subject text,
  text text not null,
  sent_at timestamptz not null
);
