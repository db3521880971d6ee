-- Wall-clock times are in the family's zone.
create table manual_events (
  family_id integer not null references families,
  id integer generated always as identity,
  title text not null,
  starts_on_clock timestamp not null,
  ends_on_clock timestamp not null,
  location text not null,
  category text not null default 'family' check (category in ('kids', 'family', 'appointment')),
  is_active boolean not null default true,
  primary key (family_id, id),
  check (ends_on_clock > starts_on_clock)
);
create index on manual_events (family_id, ends_on_clock);

create table puzzles (
  family_id integer not null references families,
  id integer generated always as identity,
  question text not null,
  options text[] not null check (cardinality(options) >= 2),
  correct_answer text not null,
  is_active boolean not null default true,
  created_at timestamptz not null,
  primary key (family_id, id),
  check (correct_answer = any (options))
);

create table local_events (
  family_id integer not null references families,
  id integer generated always as identity,
  title text not null,
  starts_on_clock timestamp not null,
  location text not null,
  description text not null,
  primary key (family_id, id)
);
create index on local_events (family_id, starts_on_clock);
