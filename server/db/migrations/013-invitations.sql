-- When it last left by each way, null where it did not; and when its bearer last asked for a renewal.
alter table invitations
  add column emailed_at timestamptz,
  add column texted_at timestamptz,
  add column renewal_asked_at timestamptz;

-- What was sent about invitations in the last days, counted so that inviting becomes no way to flood a stranger.
create table invitation_messages (
  family_id integer not null references families,
  id integer generated always as identity,
  channel text not null check (channel in ('email', 'sms')),
  recipient text not null,
  ip text not null,
  sent_at timestamptz not null,
  primary key (family_id, id)
);
create index on invitation_messages (channel, recipient, sent_at);
create index on invitation_messages (sent_at);
