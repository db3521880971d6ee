-- The daily backups that were written and verified, so that the operator can see when the last one was made.
create table backups (
  id integer generated always as identity primary key,
  file text not null,
  bytes bigint not null,
  -- The time of the snapshot.
  created_at timestamptz not null
);
create index on backups (created_at);
