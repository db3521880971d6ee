-- The daily backups that were written and verified. Whoever runs the server reads when the last one was.
create table backups (
  id integer generated always as identity primary key,
  file text not null,
  bytes bigint not null,
  -- The time of the snapshot.
  created_at timestamptz not null
);
create index on backups (created_at);
