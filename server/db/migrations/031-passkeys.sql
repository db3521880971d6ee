-- A person's passkeys. Only the public half of each key is here: with it nobody can sign in.
create table passkeys (
  id integer generated always as identity primary key,
  person_id integer not null references people on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  -- How often the authenticator says it was used; 0 where it does not count.
  counter bigint not null,
  transports text[] not null,
  -- Whether it is also kept by a password manager, beyond one device.
  is_backed_up boolean not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index on passkeys (person_id);

-- What a passkey has to sign: good for one use, in the browser that asked. Without a person it is for a sign-in.
create table passkey_challenges (
  challenge_hash bytea primary key,
  browser_hash bytea not null,
  person_id integer references people on delete cascade,
  expires_at timestamptz not null
);
create index on passkey_challenges (expires_at);
create index on passkey_challenges (person_id);
