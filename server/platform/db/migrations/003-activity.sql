-- Who changed what in a family, for its admins to read. Rows are deleted after 12 months.
create table activity (
  family_id integer not null references families,
  id bigint generated always as identity,
  -- Null where nobody was signed in.
  person_id integer references people on delete set null,
  -- The name at that time, so that an entry can still be read when the person has left or changed their name.
  person_name text,
  kind text not null,
  -- The fields of this kind in the contract's schema. It never holds a whole phone number or an e-mail address.
  details jsonb not null,
  at timestamptz not null,
  primary key (family_id, id)
);
create index on activity (at);
create index on activity (person_id);
