create table families (
  id integer generated always as identity primary key,
  name text not null,
  time_zone text not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  created_at timestamptz not null
);

create table people (
  id integer generated always as identity primary key,
  username text not null,
  grandparent_names text,
  phone_number text unique check (phone_number ~ '^\+[1-9][0-9]{6,14}$'),
  email text,
  password_hash text,
  has_chosen_password boolean not null default false,
  created_at timestamptz not null
);
create index on people (lower(username));
create unique index on people (lower(email));

create table memberships (
  family_id integer not null references families,
  person_id integer not null references people,
  role text not null check (role in ('admin', 'child', 'grandparent')),
  joined_at timestamptz not null,
  primary key (family_id, person_id)
);
create index on memberships (person_id);

create table sessions (
  id integer generated always as identity primary key,
  token_hash bytea not null unique,
  person_id integer not null references people,
  family_id integer,
  device text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  foreign key (family_id, person_id) references memberships (family_id, person_id)
);
create index on sessions (person_id);
create index on sessions (expires_at);

create table phone_verifications (
  id integer generated always as identity primary key,
  phone_number text not null,
  ip text not null,
  browser_hash bytea not null,
  code_hash bytea not null,
  checks integer not null default 0 check (checks <= 5),
  sent_at timestamptz not null,
  verified_at timestamptz,
  used_at timestamptz
);
create index on phone_verifications (phone_number, sent_at);
create index on phone_verifications (ip, sent_at);
create index on phone_verifications (sent_at);

create table login_tries (
  subject bytea primary key,
  tries integer not null,
  since timestamptz not null
);
create index on login_tries (since);
