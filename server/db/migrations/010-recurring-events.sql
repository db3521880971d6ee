-- Manual events that repeat, and who is driving or coming.
alter table manual_events
  add column is_all_day boolean not null default false,
  -- An RFC 5545 rule; null for what takes place once.
  add column recurrence text,
  -- The event that this one was a date of, until that date was changed by itself.
  add column series_id integer,
  -- Every occurrence that starts before this is in manual_event_occurrences.
  add column known_until timestamp not null default '-infinity',
  add foreign key (family_id, series_id) references manual_events on delete cascade;
drop index manual_events_family_id_ends_on_clock_idx;
create index on manual_events (family_id, known_until);
create index on manual_events (family_id, series_id);
create index on manual_events (family_id, (ends_on_clock - starts_on_clock));

create table manual_event_occurrences (
  family_id integer not null,
  manual_event_id integer not null,
  starts_on_clock timestamp not null,
  ends_on_clock timestamp not null,
  primary key (family_id, manual_event_id, starts_on_clock),
  foreign key (family_id, manual_event_id) references manual_events on delete cascade
);
create index on manual_event_occurrences (family_id, starts_on_clock);

-- Days on which an event that repeats does not take place, or was changed by itself.
create table manual_event_exceptions (
  family_id integer not null,
  manual_event_id integer not null,
  excepted_on date not null,
  primary key (family_id, manual_event_id, excepted_on),
  foreign key (family_id, manual_event_id) references manual_events on delete cascade
);

create table manual_event_people (
  family_id integer not null,
  manual_event_id integer not null,
  person_id integer not null,
  part text not null check (part in ('driving', 'coming')),
  primary key (family_id, manual_event_id, person_id),
  foreign key (family_id, manual_event_id) references manual_events on delete cascade,
  foreign key (family_id, person_id) references memberships on delete cascade
);
create index on manual_event_people (family_id, person_id);

insert into manual_event_occurrences select family_id, id, starts_on_clock, ends_on_clock from manual_events;
update manual_events set known_until = 'infinity';
