-- Grandparents who can call this server on their telephone, each from a number that their family has entered.
create table phone_doors (
  family_id integer not null,
  person_id integer not null,
  -- The number that they call from, in E.164 format. A couple can share one.
  phone_number text not null,
  -- A keyed hash of the PIN that the caller has to enter, where the family wants one.
  pin_hash bytea,
  opened_at timestamptz not null,
  primary key (family_id, person_id),
  foreign key (family_id, person_id) references memberships on delete cascade
);
create index on phone_doors (phone_number);

-- What somebody has said on the phone, until it is fetched from the provider and deleted there. It outlives the family, so that
-- no recording is forgotten.
create table phone_recordings (
  family_id integer not null,
  -- The provider's id.
  id text not null,
  person_id integer not null,
  -- The request whose thread it belongs to. A hello has none.
  help_request_id bigint,
  url text not null,
  seconds integer not null,
  recorded_at timestamptz not null,
  attempts integer not null default 0,
  fetch_at timestamptz not null,
  primary key (family_id, id)
);
create index on phone_recordings (fetch_at);

-- Requests of people who are told on the phone that somebody helps.
create table help_call_backs (
  family_id integer not null,
  help_request_id bigint not null,
  phone_number text not null,
  primary key (family_id, help_request_id),
  foreign key (family_id, help_request_id) references help_requests on delete cascade
);
