create table people (
  id integer generated always as identity primary key,
  username text not null,
  grandparent_names text,
  phone_number text unique check (phone_number ~ '^\+[1-9][0-9]{6,14}$'),
  -- The number at which the family calls a person who has proven none. It is unproven, so several people can give the
  -- same one.
  call_number text check (call_number ~ '^\+[1-9][0-9]{6,14}$'),
  email text,
  password_hash text,
  has_chosen_password boolean not null default false,
  -- Whether the families of a grandparent may see when they solve the puzzle.
  shares_puzzle boolean not null default false,
  created_at timestamptz not null,
  -- When the person took this username. Of several people with the same name, the one who has had it longest comes
  -- first.
  named_at timestamptz not null
);
create index people_username_idx on people (lower(username));
create unique index people_email_key on people (lower(email));

alter table participants add foreign key (person_id) references people;
alter table memberships add foreign key (person_id) references people;

-- A small square picture of each person who has added one. A new picture gets a new id, so that browsers can keep each
-- for good.
create table people_pictures (
  id bigint generated always as identity primary key,
  person_id integer not null unique references people on delete cascade,
  bytes bytea not null,
  created_at timestamptz not null
);
alter table people_pictures alter column bytes set storage external;

create table sessions (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  person_id integer not null references people,
  -- The family that is open on this device.
  family_id integer,
  device text not null,
  -- The hash of the cookie of the device, so that signing out from elsewhere also forgets the device.
  device_hash bytea,
  -- Messages that were turned off from another device stay off until somebody turns them on again on this one.
  are_messages_off boolean not null default false,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  -- When the person last proved on this device who they are: by signing in, a password or a code.
  proven_at timestamptz,
  foreign key (family_id, person_id) references memberships
);
create index on sessions (person_id);
create index on sessions (expires_at);

-- Codes that were sent to a phone number in E.164 format, or to an e-mail address in lower case.
create table verifications (
  id bigint generated always as identity primary key,
  address text not null,
  browser_hash bytea not null,
  code_hash bytea not null,
  checks integer not null default 0 check (checks <= 5),
  sent_at timestamptz not null,
  verified_at timestamptz,
  used_at timestamptz,
  -- Codes for a remembered device are counted separately, so that requests by strangers cannot use them up.
  is_remembered boolean not null default false
);
create index on verifications (address, sent_at);
create index on verifications (sent_at);

-- Browsers that were signed in before. The cookie of such a browser outlives the session; only its hash is stored.
create table remembered_devices (
  person_id integer not null references people on delete cascade,
  device_hash bytea not null,
  last_signed_in_at timestamptz not null,
  primary key (person_id, device_hash)
);
create index on remembered_devices (device_hash);
create index on remembered_devices (last_signed_in_at);

-- An account at a sign-in provider is known by its issuer and subject, never by its e-mail address.
create table identities (
  issuer text not null,
  subject text not null,
  person_id integer not null references people on delete cascade,
  created_at timestamptz not null,
  primary key (issuer, subject)
);
create index on identities (person_id);

-- A sign-in in progress at a provider. It works once, in the browser that started it.
create table sign_in_attempts (
  state_hash bytea primary key,
  -- Only an answer of this provider counts.
  provider text not null,
  browser_hash bytea not null,
  sealed_invite_code bytea,
  time_zone text not null,
  expires_at timestamptz not null
);
create index on sign_in_attempts (expires_at);

-- The token in the address to which a provider sends people back. It works once, in the browser that it was sent to.
create table return_tokens (
  token_hash bytea primary key,
  browser_hash bytea not null,
  person_id integer not null references people on delete cascade,
  expires_at timestamptz not null
);
create index on return_tokens (expires_at);
create index on return_tokens (person_id);

-- Codes by which an admin signs somebody else in on another device. Only a keyed hash is stored, and a person has one code.
create table sign_in_codes (
  family_id integer not null,
  person_id integer not null,
  code_hash bytea not null unique,
  made_by integer not null,
  expires_at timestamptz not null,
  primary key (family_id, person_id),
  foreign key (family_id, person_id) references memberships on delete cascade,
  foreign key (family_id, made_by) references memberships on delete cascade
);
create index on sign_in_codes (family_id, made_by);
create index on sign_in_codes (person_id);
create index on sign_in_codes (expires_at);

-- What an account had before a change, for as long as the change can be undone.
create table account_changes (
  id bigint generated always as identity primary key,
  person_id integer not null references people on delete cascade,
  -- The session may have ended since, so this is no foreign key.
  session_id bigint not null,
  kind text not null check (kind in ('phone-number', 'email', 'password', 'passkey', 'deletion', 'sign-in')),
  phone_number text,
  email text,
  password_hash text,
  has_chosen_password boolean not null,
  changed_at timestamptz not null,
  undone_at timestamptz
);
create index on account_changes (person_id, changed_at);
create index on account_changes (changed_at);

-- Only the public half of each key is here, and nobody can sign in with it.
create table passkeys (
  id integer generated always as identity primary key,
  person_id integer not null references people on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  -- How often the authenticator says that it was used; 0 if it does not count.
  counter bigint not null,
  transports text[] not null,
  -- Whether a password manager keeps it too, beyond one device.
  is_backed_up boolean not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  -- The change that added the passkey, for as long as it can be undone.
  change_id bigint references account_changes on delete set null
);
create index on passkeys (person_id);
create index on passkeys (change_id);

-- What a passkey has to sign. It works once, in the browser that asked. Without a person, it is for a sign-in.
create table passkey_challenges (
  challenge_hash bytea primary key,
  browser_hash bytea not null,
  person_id integer references people on delete cascade,
  expires_at timestamptz not null
);
create index on passkey_challenges (expires_at);
create index on passkey_challenges (person_id);

-- E-mails that ask a person to confirm an address. The newest one counts, for a day.
create table email_confirmations (
  id bigint generated always as identity primary key,
  person_id integer not null references people on delete cascade,
  email text not null,
  sent_at timestamptz not null,
  -- When the address was confirmed, or the confirmation given up.
  ended_at timestamptz
);
create index on email_confirmations (person_id, sent_at);
create index email_confirmations_email_sent_at_idx on email_confirmations (lower(email), sent_at);

-- Accounts whose owners have asked for their deletion. It can be undone until it is due.
create table account_deletions (
  person_id integer primary key references people on delete cascade,
  requested_at timestamptz not null,
  due_at timestamptz not null
);
create index on account_deletions (due_at);

-- People whose accounts were deleted for good, so that they are deleted again when an older backup is restored. It says
-- nothing else about them.
create table deleted_people (
  person_id integer primary key,
  -- When the account was made, because another database may have given the same id to somebody else.
  account_created_at timestamptz not null,
  deleted_at timestamptz(3) not null default now()
);
create index on deleted_people (deleted_at, person_id);
