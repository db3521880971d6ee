-- Accounts that somebody asked to delete. It can be undone until it is due.
create table account_deletions (
  person_id integer primary key references people on delete cascade,
  requested_at timestamptz not null,
  due_at timestamptz not null
);
create index on account_deletions (due_at);

-- Whoever takes out or deletes an account asks for every family that its person was ever in.
create index on participants (person_id);

-- A request to delete the account is told and undone like the other changes of it.
alter table account_changes drop constraint account_changes_kind_check;
alter table account_changes add constraint account_changes_kind_check
  check (kind in ('phone-number', 'email', 'password', 'passkey', 'deletion'));

-- Whose account was deleted for good, so that it is deleted again when an older backup is restored. It says nothing else
-- of them.
create table deleted_people (
  person_id integer primary key,
  -- When the account was made, because another database may have given the same id to somebody else.
  account_created_at timestamptz not null
);
