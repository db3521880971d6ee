-- A calendar of the connected account that is shared with the family is a feed like any other, and only read in another
-- way: its sealed address is its id at Google, its etag the sync token. It goes with the permission to read it.
alter table feeds
  drop constraint feeds_purpose_check,
  add check (purpose in ('calendar', 'local-events', 'google')),
  add column connection integer generated always as (case when purpose = 'google' then family_id end) stored
    references calendar_connections on delete cascade;
create index on feeds (connection);

-- Its events as Google tells them: a sync brings only what has changed.
create table google_events (
  family_id integer not null,
  feed_id integer not null,
  google_id text not null,
  event jsonb not null,
  primary key (family_id, feed_id, google_id),
  foreign key (family_id, feed_id) references feeds on delete cascade
);

-- When Google said that it does not let us read any more.
alter table calendar_connections add column revoked_at timestamptz;

-- Permissions that have to be given back at Google, however their connection went. They outlive the family.
create table calendar_revocations (
  family_id integer not null,
  id integer generated always as identity,
  subject text not null,
  sealed_refresh_token bytea not null,
  tries integer not null default 0,
  due_at timestamptz not null,
  primary key (family_id, id)
);
create index on calendar_revocations (due_at);

create function give_permission_back() returns trigger language plpgsql as $$
begin
  insert into calendar_revocations (family_id, subject, sealed_refresh_token, due_at)
  values (old.family_id, old.subject, old.sealed_refresh_token, 'epoch');
  return old;
end
$$;

create trigger give_permission_back
after delete on calendar_connections
for each row execute function give_permission_back();
