-- When the person last proved on this device who they are: by signing in, a password or a code.
alter table sessions add column proven_at timestamptz;

-- What an account had before a change, for as long as the change can be undone.
create table account_changes (
  id integer generated always as identity primary key,
  person_id integer not null references people on delete cascade,
  session_id integer not null,
  kind text not null check (kind in ('phone-number', 'email', 'password')),
  phone_number text,
  email text,
  password_hash text,
  has_chosen_password boolean not null,
  changed_at timestamptz not null,
  undone_at timestamptz
);
create index on account_changes (person_id, changed_at);
create index on account_changes (changed_at);
