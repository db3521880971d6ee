-- A way to Google and back: good for one use, in the session that began it.
create table calendar_attempts (
  family_id integer not null references families,
  state_hash bytea not null,
  session_id integer not null references sessions on delete cascade,
  expires_at timestamptz not null,
  primary key (family_id, state_hash)
);
create index on calendar_attempts (expires_at);

-- The Google calendar that a family may read. It goes with the membership of whoever connected it.
create table calendar_connections (
  family_id integer primary key references families,
  connected_by integer not null,
  -- Whose it is at the provider.
  subject text not null,
  sealed_refresh_token bytea not null,
  connected_at timestamptz not null,
  foreign key (family_id, connected_by) references memberships (family_id, person_id) on delete cascade
);
