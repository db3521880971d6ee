-- Pictures and voice messages that somebody gives to the whole family.
create table hellos (
  family_id integer not null references families,
  id bigint generated always as identity,
  given_by integer not null,
  idempotency_key text not null,
  at timestamptz not null,
  caption text,
  -- The hello that this one answers by voice.
  answer_to bigint,
  -- When to delete it, unless somebody loves it by then. Null while somebody does.
  check_at timestamptz,
  primary key (family_id, id),
  unique (family_id, given_by, idempotency_key),
  foreign key (family_id, given_by) references participants,
  foreign key (family_id, answer_to) references hellos on delete set null (answer_to)
);
create index on hellos (family_id, answer_to) where answer_to is not null;
create index on hellos (check_at) where check_at is not null;

create table hello_pictures (
  family_id integer not null,
  id bigint generated always as identity,
  hello_id bigint not null,
  place integer not null,
  width integer not null,
  height integer not null,
  -- Two WebP files: one for a tablet's column, one for the whole screen.
  small bytea not null,
  large bytea not null,
  primary key (family_id, id),
  unique (family_id, hello_id, place),
  foreign key (family_id, hello_id) references hellos on delete cascade
);
-- Pictures are compressed already.
alter table hello_pictures alter column small set storage external, alter column large set storage external;

create table hello_voice_messages (
  family_id integer not null,
  id bigint generated always as identity,
  hello_id bigint not null,
  duration_ms integer not null,
  bytes bytea not null,
  primary key (family_id, id),
  unique (family_id, hello_id),
  foreign key (family_id, hello_id) references hellos on delete cascade
);
alter table hello_voice_messages alter column bytes set storage external;

create table hello_hearts (
  family_id integer not null,
  hello_id bigint not null,
  person_id integer not null,
  at timestamptz not null,
  primary key (family_id, hello_id, person_id),
  foreign key (family_id, hello_id) references hellos on delete cascade,
  foreign key (family_id, person_id) references participants
);

-- Whether a member gets messages about hellos. Null for whoever has not chosen: helpers get them, and grandparents don't.
alter table memberships add column hello_messages boolean;

create or replace view family_files as
  select family_id, octet_length(bytes) as bytes from help_picture_bytes
  union all
  select family_id, octet_length(bytes) from help_voice_messages
  union all
  select family_id, octet_length(bytes) from guide_pictures
  union all
  select family_id, octet_length(bytes) from thing_pictures
  union all
  select family_id, octet_length(small) + octet_length(large) from hello_pictures
  union all
  select family_id, octet_length(bytes) from hello_voice_messages
  union all
  select m.family_id, octet_length(i.bytes) from people_pictures i join memberships m using (person_id);
