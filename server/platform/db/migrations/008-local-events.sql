create table local_events (
  family_id integer not null references families,
  id integer generated always as identity,
  title text not null,
  -- Wall-clock time in the family's zone.
  starts_on_clock timestamp not null,
  location text not null,
  description text not null,
  primary key (family_id, id)
);
create index on local_events (family_id, starts_on_clock);
