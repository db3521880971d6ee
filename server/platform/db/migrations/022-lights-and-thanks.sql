-- A grandparent's light says each morning that they are up. It goes out at midnight, and only the last one is kept.
create table lights (
  family_id integer not null,
  person_id integer not null,
  -- The time by which it is usually on, such as 09:00, on the family's clock.
  usual_time text not null,
  -- The last day of a holiday.
  away_until date,
  lit_at timestamptz,
  -- The first use of the app on the last day on which it was used.
  used_at timestamptz,
  -- The last day on which the contacts were told that it stayed dark.
  told_on date,
  -- The next usual time.
  check_at timestamptz not null,
  primary key (family_id, person_id),
  foreign key (family_id, person_id) references memberships on delete cascade
);
create index on lights (check_at);

-- The helpers who are told when a light stays dark.
create table light_contacts (
  family_id integer not null,
  person_id integer not null,
  contact_id integer not null,
  wants_messages boolean not null default true,
  primary key (family_id, person_id, contact_id),
  foreign key (family_id, person_id) references lights on delete cascade,
  foreign key (family_id, contact_id) references memberships on delete cascade
);
create index on light_contacts (family_id, contact_id);

create table light_waves (
  family_id integer not null,
  person_id integer not null,
  waved_by integer not null,
  at timestamptz not null,
  primary key (family_id, person_id, waved_by),
  foreign key (family_id, person_id) references lights on delete cascade,
  foreign key (family_id, waved_by) references memberships on delete cascade
);
create index on light_waves (family_id, waved_by);

-- When the person who asked has thanked the person who helped.
alter table help_requests add column thanked_at timestamptz;
