-- When members were born, as far as they want their family to know.
create table birthdays (
  family_id integer not null,
  person_id integer not null,
  month integer not null check (month between 1 and 12),
  day integer not null check (day between 1 and 31),
  -- Null where only the day is known.
  year integer,
  changed_at timestamptz not null,
  primary key (family_id, person_id),
  -- Whoever leaves the family takes their birthday along.
  foreign key (family_id, person_id) references memberships on delete cascade
);

-- The person to whose birthday this hello is a greeting.
alter table hellos add column birthday_of integer,
  add foreign key (family_id, birthday_of) references participants on delete set null (birthday_of);
create index on hellos (family_id, birthday_of) where birthday_of is not null;
