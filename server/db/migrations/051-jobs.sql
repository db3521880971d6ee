-- When each scheduled job is due, so that one of all servers runs it.
create table jobs (
  name text primary key,
  due_at timestamptz not null
);
-- The job queue that these rows replace.
drop schema if exists pgboss cascade;
