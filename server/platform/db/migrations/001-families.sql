-- `integer` is for ids of what people enter one by one, `bigint` for ids of what the product writes with every use.
-- Constraints and indexes have the names that PostgreSQL gives. Where it would shorten a name, number it or leave out
-- its subject, the name is given here in the same form.

create table families (
  id integer generated always as identity primary key,
  name text not null,
  time_zone text not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  -- Whether built-in puzzles are shown when the family has none of its own.
  has_puzzle_library boolean not null default true,
  created_at timestamptz not null,
  -- When the family is deleted with all of its data, because it has no members.
  delete_at timestamptz
);
create index on families (delete_at) where delete_at is not null;

-- Families that an admin has asked to delete. Until it is due, every member can still use them and keep them.
create table family_deletions (
  family_id integer primary key references families,
  -- Null when the account of the person who asked is deleted.
  requested_by integer,
  requested_at timestamptz not null,
  -- Null when the family is kept after all.
  due_at timestamptz
);
create index on family_deletions (due_at) where due_at is not null;

-- Which families were deleted for good, so that they are deleted again when an older backup is restored. It says
-- nothing else about them.
create table deleted_families (
  id integer primary key,
  -- When the family was started, because another database may have given the same id to another family.
  created_at timestamptz not null,
  -- In milliseconds, as JavaScript reads it.
  deleted_at timestamptz(3) not null default now()
);
create index on deleted_families (deleted_at, id);

-- Everybody who was ever in a family, with their last role. History points here, so that memberships can hold only
-- those who are in the family now.
create table participants (
  family_id integer not null references families,
  person_id integer not null,
  role text not null check (role in ('admin', 'child', 'grandparent')),
  primary key (family_id, person_id)
);
-- Exporting or deleting an account looks for every family that its person was ever in.
create index on participants (person_id);

alter table family_deletions add foreign key (family_id, requested_by)
  references participants on delete set null (requested_by);
create index on family_deletions (family_id, requested_by);

create table memberships (
  family_id integer not null references families,
  person_id integer not null,
  role text not null check (role in ('admin', 'child', 'grandparent')),
  joined_at timestamptz not null,
  primary key (family_id, person_id),
  foreign key (family_id, person_id) references participants
);
create index on memberships (person_id);

create function record_participant() returns trigger language plpgsql as $$
begin
  insert into participants (family_id, person_id, role) values (new.family_id, new.person_id, new.role)
  on conflict (family_id, person_id) do update set role = new.role;
  return new;
end
$$;

create trigger record_participant
before insert or update of role on memberships
for each row execute function record_participant();
