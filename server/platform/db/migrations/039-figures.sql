-- How often each limit refused something in an hour. Whom it refused is not kept.
create table limit_hits (
  name text not null,
  hour timestamptz not null,
  refusals integer not null,
  primary key (hour, name)
);

-- The operator sees how many people and families are new, and how many invitations are open.
create index on people (created_at);
create index on families (created_at);
create index on invitations (expires_at) where status = 'pending';
