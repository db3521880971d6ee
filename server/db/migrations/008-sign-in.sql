-- Who somebody is at a sign-in provider: the issuer and its subject, never an e-mail address.
create table identities (
  issuer text not null,
  subject text not null,
  person_id integer not null references people on delete cascade,
  created_at timestamptz not null,
  primary key (issuer, subject)
);
create index on identities (person_id);

-- A way to the provider and back: good for one use, in the browser that began it.
create table sign_in_attempts (
  state_hash bytea primary key,
  browser_hash bytea not null,
  sealed_invite_code bytea,
  time_zone text not null,
  expires_at timestamptz not null
);
create index on sign_in_attempts (expires_at);

-- The token in the address that a sign-in comes back to: exchanged once, in the browser it was sent to.
create table return_tokens (
  token_hash bytea primary key,
  browser_hash bytea not null,
  person_id integer not null references people on delete cascade,
  family_id integer,
  expires_at timestamptz not null,
  foreign key (family_id, person_id) references memberships (family_id, person_id) on delete cascade
);
create index on return_tokens (expires_at);
